import type { ServerResponse } from 'node:http';
import { ChangeFinder } from './changes';
import type { OverviewReader } from './overview';

/** Real milliseconds between two reads of the cloud. */
const readIntervalMs = 200;
/**
 * The longest time between two messages, in real milliseconds. They show readers the clock, and that the connection
 * exists.
 */
const longestSilence = 1000;
/** Reads may take at most this part of the time, so a large cloud is read less often. */
const greatestLoad = 0.2;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** One connection. It has at most one message that its reader has not taken yet. */
class Subscriber {
  /** The connection is new or has missed a message, so the next message is a snapshot. */
  needsSnapshot = true;

  constructor(private readonly response: ServerResponse) {}

  send(message: string): void {
    if (this.response.writableNeedDrain) this.needsSnapshot = true;
    else this.response.write(message);
  }

  get canTake(): boolean {
    return !this.response.writableNeedDrain;
  }

  end(): void {
    this.response.end();
  }
}

/**
 * Server-sent events: a `snapshot` of everything that the console shows, then an `update` with each change. There is a
 * timer only while somebody reads.
 */
export class EventStream {
  private readonly subscribers = new Set<Subscriber>();
  private timer: NodeJS.Timeout | undefined;
  private changes = new ChangeFinder();
  private sentAt = -Infinity;
  private isClosed = false;

  constructor(private readonly overview: OverviewReader) {}

  /** Sends events on this response until its reader leaves. */
  serve(response: ServerResponse): void {
    response.writeHead(200, headers);
    response.write('retry: 1000\n\n');
    if (this.isClosed) {
      response.end();
      return;
    }
    const subscriber = new Subscriber(response);
    this.subscribers.add(subscriber);
    response.once('close', () => {
      this.subscribers.delete(subscriber);
      if (this.subscribers.size === 0) this.stop();
    });
    this.stop();
    this.look();
  }

  /** Ends every connection. */
  close(): void {
    this.isClosed = true;
    for (const subscriber of this.subscribers) subscriber.end();
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    const began = performance.now();
    const changes = this.changes.next(this.overview.tables());
    const everyone = [...this.subscribers];
    if (changes !== undefined || began - this.sentAt >= longestSilence) {
      const update = message('update', { ...this.overview.present(), ...changes });
      for (const subscriber of everyone) if (!subscriber.needsSnapshot) subscriber.send(update);
      this.sentAt = began;
    }
    const behind = everyone.filter(({ needsSnapshot, canTake }) => needsSnapshot && canTake);
    if (behind.length > 0) {
      const snapshot = message('snapshot', this.overview.read());
      for (const subscriber of behind) {
        subscriber.needsSnapshot = false;
        subscriber.send(snapshot);
      }
    }
    const took = performance.now() - began;
    this.timer = setTimeout(
      () => {
        this.look();
      },
      Math.max(readIntervalMs, took / greatestLoad),
    ).unref();
  }
}

const message = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
