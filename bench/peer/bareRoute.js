// The smallest server that sends the same bytes: Fastify with a route for each path of a JSON file of replies.
const { readFileSync } = require('node:fs');
const fastify = require('fastify');

// Clients keep connections open, so the server exits without waiting for them.
process.once('SIGTERM', () => process.exit(0));
const app = fastify();
for (const [path, body] of Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8')))) {
  app.get(path, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(body),
  );
}
app
  .listen({ port: 0, host: '127.0.0.1' })
  .then((address) => process.stdout.write(`bare route listening on ${address}\n`));
