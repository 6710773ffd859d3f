// A plugin server as users have it: files on a web server, and nothing else.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface PluginServer {
  readonly url: string;
  /** The paths of requests, in their order. */
  readonly requests: string[];
  readonly close: () => Promise<void>;
}

/** Serves the files of a folder. */
export async function servePlugins(folder: string): Promise<PluginServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '');
    requests.push(name);
    const file = path.join(folder, name);
    stat(file)
      .then(({ size }) => {
        // Without its length, the engine refuses a file.
        response.writeHead(200, { 'Content-Length': size });
        return pipeline(createReadStream(file), response);
      })
      .catch(() => {
        if (!response.headersSent) response.writeHead(404);
        response.end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
