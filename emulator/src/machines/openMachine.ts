import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { hostKeyOf } from './hostKey';
import { Port } from './port';
import { sshServer } from './ssh';
import type { Commands } from './commands';
import type { MachinePorts } from './ports';
import type { RunningMachine } from './running';
import type { Ssh2 } from './ssh';

export interface OpenMachineParts {
  ssh2: Ssh2;
  ports: MachinePorts;
  commands: Commands;
  /** Gets the sentence about a port that cannot be opened. */
  onProblem: (problem: string) => void;
}

/** A machine that has booted: its ports answer. */
export class OpenMachine {
  private readonly httpPorts: Port[];
  private sshPorts: Port[] = [];

  constructor(
    readonly machine: RunningMachine,
    private readonly parts: OpenMachineParts,
  ) {
    this.httpPorts = this.openPorts(parts.ports.http, httpServer(machine));
  }

  /** Opens or closes the SSH port. */
  setSsh(isOpen: boolean): Promise<unknown> {
    if (isOpen === this.sshPorts.length > 0) return Promise.resolve();
    const before = this.sshPorts;
    this.sshPorts = isOpen ? this.openPorts(this.parts.ports.ssh, this.sshServer()) : [];
    return Promise.all(before.map((port) => port.close()));
  }

  /** Resolves when its ports accept connections. */
  get ready(): Promise<unknown> {
    return Promise.all([...this.httpPorts, ...this.sshPorts].map((port) => port.ready));
  }

  /** Closes the ports and ends their connections. */
  close(): Promise<unknown> {
    this.parts.commands.forget(this.machine.id);
    return Promise.all([...this.httpPorts, ...this.sshPorts].map((port) => port.close()));
  }

  private sshServer(): (socket: Socket) => void {
    const { machine } = this;
    const { ssh2, ports, commands } = this.parts;
    return sshServer(ssh2, {
      hostKey: hostKeyOf(machine.id).privateKey,
      keys: machine.keys,
      run: (user, command) => commands.run(machine, user, `${machine.ip}:${ports.ssh}`, command),
    });
  }

  /** Outside of Linux the two addresses are one. */
  private openPorts(port: number, serve: (socket: Socket) => void): Port[] {
    const { ip, privateIp, id } = this.machine;
    return [...new Set([ip, privateIp])].map(
      (address) =>
        new Port(address, port, serve, ({ message }) => {
          this.parts.onProblem(`Machine ${id} cannot answer at ${address}:${port}: ${message}.`);
        }),
    );
  }
}

function httpServer({ id, hostname }: RunningMachine): (socket: Socket) => void {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    response.end(`${hostname} answers. It is the emulated machine ${id}.\n`);
  });
  return (socket) => {
    server.emit('connection', socket);
  };
}
