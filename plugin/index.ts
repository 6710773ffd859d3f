// The native provider plugin: the engine starts it, and reads the port of its server from the first line of its output.
import { version } from '../package.json';
import schema from '../schema.json';
import { nameSettingsIn } from '../core/configuration';
import { useProtocol } from '../provider/session/progress';
import { EngineClient, engine, grpc } from './protocol/stubs';
import { serve } from './server';

nameSettingsIn('cloud-compute');
useProtocol({ grpc, EngineClient, LogRequest: engine.LogRequest, LogSeverity: engine.LogSeverity });
void serve({ version, schema: JSON.stringify(schema) }).then((port) => {
  process.stdout.write(`${String(port)}\n`);
});
