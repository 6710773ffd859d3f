import type { FastifyInstance } from 'fastify';

/** Serves exported files to anybody with a valid link. */
export function registerExports(app: FastifyInstance, path: string, download: (id: string) => string): void {
  app.get<{ Params: { file: string } }>(`${path}/:file`, (request, reply) => {
    const content = download(request.params.file.replace(/\.json$/, ''));
    return reply.type('application/json; charset=utf-8').send(content);
  });
}
