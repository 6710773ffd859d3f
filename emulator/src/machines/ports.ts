import { createServer } from 'node:net';
import type { Server } from 'node:net';

/** The ports of all machines that answer. */
export interface MachinePorts {
  ssh: number;
  http: number;
}

/** The second one needs no rights. */
const usual = { ssh: [22, 2222], http: [80, 8000] };

/** Chooses ports on which this process may listen; `address` belongs to no machine. */
export async function choosePorts(wanted: Partial<MachinePorts>, address: string): Promise<MachinePorts> {
  if (wanted.ssh !== undefined && wanted.ssh === wanted.http)
    throw new RangeError(
      `Machines need two ports, but both are ${wanted.ssh}: choose them with --machine-ports ssh=2222,http=8000.`,
    );
  const ssh = await choose('ssh', wanted.ssh, address, wanted.http);
  return { ssh, http: await choose('http', wanted.http, address, ssh) };
}

async function choose(
  service: keyof MachinePorts,
  wanted: number | undefined,
  address: string,
  other: number | undefined,
): Promise<number> {
  const candidates = (wanted === undefined ? usual[service] : [wanted]).filter((port) => port !== other);
  for (const port of candidates) {
    const server = await listenOn(address, port);
    if (server === undefined) continue;
    await closed(server);
    return port;
  }
  throw new RangeError(
    `Machines cannot answer on port ${candidates.join(' or ')}: another program has it, or the system does not allow it. Choose other ports, such as --machine-ports ssh=2222,http=8000.`,
  );
}

/** A server on this address and port; undefined if the port is taken or not allowed. */
export function listenOn(host: string, port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen({ host, port }, () => {
      resolve(server);
    });
  });
}

/** Closes the server. */
export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
