import { createRequire } from 'node:module';
import type { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb';
import type { LogRequest, LogSeverity } from '@pulumi/pulumi/proto/engine_pb';
import type { Log } from '../../api/http/log/log';
import { logOf } from '../../api/http/log/log';
import { printableLines } from '../../api/printable';
import { engineAddress } from './engineConnection';

/** One line for the engine. */
export interface Line {
  readonly urn: string;
  readonly message: string;
  readonly severity: 'INFO' | 'WARNING';
  /** Whether it only shows progress, and the next line replaces it. */
  readonly ephemeral: boolean;
}

/** Sends a line to the engine. */
export type SendLine = (line: Line) => Promise<void>;

interface Progress {
  shown: string;
  next: string | undefined;
  sending: boolean;
}

/** The messages of resources to the engine. A line that cannot be sent never fails a resource. */
export class EngineLog {
  private readonly send: SendLine;
  private readonly log: Pick<Log, 'debug'>;
  private readonly progress = new Map<string, Progress>();
  private readonly lasting = new Set<string>();

  /** @param log records lines that cannot be sent. */
  constructor(send: SendLine, log: Pick<Log, 'debug'> = logOf(undefined)) {
    this.send = send;
    this.log = log;
  }

  /**
   * Replaces the resource's progress line. An unchanged line is not sent again. If lines come faster than the engine
   * takes them, only the newest is sent, so that an older line never overtakes it.
   */
  status(urn: string, message: string): void {
    const progress = this.progress.get(urn) ?? { shown: '', next: undefined, sending: false };
    this.progress.set(urn, progress);
    progress.next = message;
    if (!progress.sending) void this.show(urn, progress);
  }

  /** Replaces the progress line of a resource that is done, if there is one: otherwise it stays as it was. */
  conclude(urn: string, message: string): void {
    if (this.progress.has(urn)) this.status(urn, message);
  }

  /** Shows a line that stays on the screen and is no warning; returns when the engine has it. */
  async info(urn: string, message: string): Promise<void> {
    if (this.isNew(urn, message)) await this.attempt({ urn, message, severity: 'INFO', ephemeral: false });
  }

  /** Shows a warning that stays on the screen; returns when the engine has it. */
  async warn(urn: string, message: string): Promise<void> {
    if (this.isNew(urn, message)) await this.attempt({ urn, message, severity: 'WARNING', ephemeral: false });
  }

  /** A line that stays on the screen is shown only once: a replacement is checked twice. */
  private isNew(urn: string, message: string): boolean {
    const line = `${urn} ${message}`;
    const isNew = !this.lasting.has(line);
    this.lasting.add(line);
    return isNew;
  }

  private async show(urn: string, progress: Progress): Promise<void> {
    progress.sending = true;
    while (progress.next !== undefined) {
      const message = progress.next;
      progress.next = undefined;
      if (message === progress.shown) continue;
      progress.shown = message;
      await this.attempt({ urn, message, severity: 'INFO', ephemeral: true });
    }
    progress.sending = false;
  }

  private async attempt(line: Line): Promise<void> {
    try {
      await this.send({ ...line, message: printableLines(line.message) });
    } catch (error) {
      this.log.debug({ ...line, error: String(error) }, 'the engine did not take this line');
    }
  }
}

/** The engine's protocol: a copy of gRPC, and the stubs that work with it. */
export interface EngineProtocol {
  readonly grpc: { credentials: { createInsecure(): ConstructorParameters<typeof EngineClient>[1] } };
  readonly EngineClient: typeof EngineClient;
  readonly LogRequest: typeof LogRequest;
  readonly LogSeverity: typeof LogSeverity;
}

/** Pulumi's own copy of gRPC: its client works with no other copy. */
function loadProtocol(): EngineProtocol {
  const load = createRequire(__filename);
  const path = '@pulumi/pulumi/proto/engine_grpc_pb.js';
  return {
    ...(load(path) as Pick<EngineProtocol, 'EngineClient'>),
    ...(load('@pulumi/pulumi/proto/engine_pb.js') as Pick<EngineProtocol, 'LogRequest' | 'LogSeverity'>),
    grpc: createRequire(load.resolve(path))('@grpc/grpc-js') as EngineProtocol['grpc'],
  };
}

/** Sends lines to the engine at an address. The first line loads the protocol: most runs of a plugin send no line. */
export function sendToEngine(address: string, protocol: () => EngineProtocol = loadProtocol): SendLine {
  const open = () => {
    const { grpc, EngineClient: Client, ...stubs } = protocol();
    // The engine runs on this computer, so a proxy must not be used.
    const client = new Client(address, grpc.credentials.createInsecure(), { 'grpc.enable_http_proxy': 0 });
    return { client, ...stubs };
  };
  let opened: ReturnType<typeof open> | undefined;

  return ({ urn, message, severity, ephemeral }) =>
    new Promise((resolve, reject) => {
      opened ??= open();
      const request = new opened.LogRequest();
      request.setUrn(urn);
      request.setMessage(message);
      request.setSeverity(opened.LogSeverity[severity]);
      request.setEphemeral(ephemeral);
      opened.client.log(request, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
}

let log: EngineLog | undefined;
let protocolOf = loadProtocol;

/** Sets the protocol. The bundle of the native plugin needs it, because it has no copy of Pulumi to load. */
export function useProtocol(protocol: EngineProtocol): void {
  protocolOf = () => protocol;
}

/** The log of the engine that started this process; outside of a plugin it drops its lines. */
function engineLog(): EngineLog {
  const address = engineAddress();
  log ??= new EngineLog(address === undefined ? () => Promise.resolve() : sendToEngine(address, protocolOf));
  return log;
}

/** Replaces the progress line of a resource; does nothing without a URN. */
export function status(urn: string, message: string): void {
  if (urn === '') return;
  engineLog().status(urn, message);
}

/** Replaces the progress line of a resource that is done, if there is one. */
export function conclude(urn: string, message: string): void {
  engineLog().conclude(urn, message);
}

/** Shows a warning that stays on the screen; returns when the engine has it. */
export async function warn(urn: string, message: string): Promise<void> {
  await engineLog().warn(urn, message);
}

/** Shows a line that stays on the screen and is no warning, e.g. a price; returns when the engine has it. */
export async function info(urn: string, message: string): Promise<void> {
  await engineLog().info(urn, message);
}
