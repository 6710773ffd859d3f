import type { Readable, Writable } from 'node:stream';

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

type Listener = (params: never) => void;

/** The DevTools protocol over the pipes of a browser: JSON texts, each with a zero byte at its end. */
export class BrowserConnection {
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, Listener[]>();
  private failure: Error | undefined;
  private last = 0;
  private rest = '';

  constructor(
    private readonly input: Writable,
    output: Readable,
  ) {
    output.setEncoding('utf8').on('data', (chunk: string) => {
      const texts = (this.rest + chunk).split('\0');
      this.rest = texts.pop() ?? '';
      for (const text of texts) this.take(JSON.parse(text) as Message);
    });
    // A broken pipe is reported by the end of the process.
    input.on('error', () => undefined);
  }

  send<Result = unknown>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Listens to the events of one page. */
  on(sessionId: string, method: string, listener: Listener): void {
    const key = `${sessionId} ${method}`;
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
  }

  /** Rejects all calls under way, and all later calls. */
  fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  private take({ id, sessionId, method, params, result, error }: Message): void {
    if (id === undefined) {
      const listeners = this.listeners.get(`${sessionId ?? ''} ${method ?? ''}`) ?? [];
      for (const listener of listeners) listener(params as never);
      return;
    }
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error.message));
  }
}
