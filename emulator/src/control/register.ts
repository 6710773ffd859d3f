import type { FastifyInstance, FastifyReply } from 'fastify';
import { sentenceFor } from '../contract/messages';
import { schemaCompiler } from '../contract/schemas';
import { FaultError } from '../faults/definition';
import { send } from '../http/context';
import { invalidRequest } from '../model/errors';
import { EventStream } from './console/eventStream';
import { guard } from './guard';
import type { ControlApiParts } from './routes';
import { controlRoutes } from './routes';

const compiler = schemaCompiler();

/** Serves the control API under `/_emulator`; `GET /_emulator` lists its paths. */
export function registerControl(app: FastifyInstance, parts: ControlApiParts): void {
  const events = new EventStream(parts.overview);
  app.addHook('preClose', (done) => {
    events.close();
    done();
  });
  const all = controlRoutes(app, parts, events);
  const onRequest = guard(parts.allowedHosts);
  app.get('/_emulator', { onRequest }, (_, reply) =>
    send(
      reply,
      200,
      all.map(({ method, path, summary, body }) => ({ method, path: `/_emulator${path}`, summary, body })),
    ),
  );
  for (const { method, path, body, answer } of all) {
    app.route({
      method,
      url: `/_emulator${path}`,
      onRequest,
      handler: (request, reply): FastifyReply => {
        const check = body && compiler().compile(body);
        if (check && !check(request.body ?? {})) throw invalidRequest(sentenceFor(check.errors ?? []));
        const result = plainly(() =>
          answer({ body: request.body ?? {}, params: request.params as Record<string, string>, reply }),
        );
        return reply.sent ? reply : send(reply, result === undefined ? 204 : 200, result);
      },
    });
  }
}

/** Answers refusals of faults and of the clock with 400. */
function plainly(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof FaultError || error instanceof RangeError) throw invalidRequest(error.message);
    throw error;
  }
}
