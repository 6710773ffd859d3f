import type { SendLine } from '../provider/session/progress';
import { EngineClient, engine, grpc } from './protocol';

/** Sends lines to the engine at an address. */
export function lineSender(address: string): SendLine {
  // The engine runs on this computer, so a proxy must not be used.
  const client = new EngineClient(address, grpc.credentials.createInsecure(), {
    'grpc.enable_http_proxy': 0,
  });
  return ({ urn, message, severity, ephemeral }) =>
    new Promise((resolve, reject) => {
      const request = new engine.LogRequest();
      request.setUrn(urn);
      request.setMessage(message);
      request.setSeverity(engine.LogSeverity[severity]);
      request.setEphemeral(ephemeral);
      client.log(request, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
}
