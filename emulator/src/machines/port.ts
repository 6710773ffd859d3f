import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { closed } from './ports';

/** A port of a machine. Once it is closed, nothing listens there, and its connections have ended. */
export class Port {
  /** Resolves when the port accepts connections, or cannot. */
  readonly ready: Promise<void>;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  /** `failed` gets the error if the port cannot be opened. */
  constructor(host: string, port: number, serve: (socket: Socket) => void, failed: (error: Error) => void) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      // Clients may leave at any time.
      socket.on('error', () => undefined);
      serve(socket);
    });
    this.ready = new Promise((resolve) => {
      this.server.once('error', (error) => {
        failed(error);
        resolve();
      });
      this.server.listen({ host, port }, resolve);
    });
  }

  close(): Promise<void> {
    const ended = closed(this.server);
    for (const socket of this.sockets) socket.destroy();
    return ended;
  }
}
