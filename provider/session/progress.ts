import { createRequire } from 'node:module';
import type { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb';
import type { LogRequest, LogSeverity } from '@pulumi/pulumi/proto/engine_pb';
import type { Log } from '../../api/http/log/log';
import { logOf } from '../../api/http/log/log';
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

  /** What stays on the screen is shown only once: a replacement is checked twice. */
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
      await this.send(line);
    } catch (error) {
      this.log.debug({ ...line, error: String(error) }, 'the engine did not take this line');
    }
  }
}

/**
 * Sends lines to the engine at an address. gRPC is Pulumi's own copy, because its client works with no other copy. The
 * first line loads it: most runs of a plugin send no line.
 */
export function sendToEngine(address: string): SendLine {
  const load = createRequire(__filename);
  const open = () => {
    const path = '@pulumi/pulumi/proto/engine_grpc_pb.js';
    const { EngineClient: Client } = load(path) as { EngineClient: typeof EngineClient };
    const messages = load('@pulumi/pulumi/proto/engine_pb.js') as {
      LogRequest: typeof LogRequest;
      LogSeverity: typeof LogSeverity;
    };
    const grpc = createRequire(load.resolve(path))('@grpc/grpc-js') as {
      credentials: { createInsecure(): ConstructorParameters<typeof EngineClient>[1] };
    };
    // The engine runs on this computer, so a proxy must not be used.
    const client = new Client(address, grpc.credentials.createInsecure(), { 'grpc.enable_http_proxy': 0 });
    return { client, ...messages };
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
let senderFor = sendToEngine;

/** Lets another door send the lines: a bundle has no copy of Pulumi to load. */
export function sendLinesThrough(sender: (address: string) => SendLine): void {
  senderFor = sender;
}

/** The log of the engine that started this process; outside of a plugin it drops its lines. */
function engineLog(): EngineLog {
  const address = engineAddress();
  log ??= new EngineLog(address === undefined ? () => Promise.resolve() : senderFor(address));
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
