import type { FastifyInstance } from 'fastify';
import { exportsPath } from '../routes/audit';
import type { Cloud } from '../cloud/cloud';

/** Exported files: whoever has the link may read them, as long as it is valid. */
export function registerExports(app: FastifyInstance, cloud: Cloud): void {
  app.get<{ Params: { file: string } }>(`${exportsPath}/:file`, (request, reply) => {
    const content = cloud.audit.download(request.params.file.replace(/\.json$/, ''));
    return reply.type('application/json; charset=utf-8').send(content);
  });
}
