import type { Called } from './coverage';
import type { Contract } from './document';
import type { ReplyCheck } from './replyCheck';

/** The parts of a request besides its operation. */
export interface Request {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Calls operations over HTTP and keeps the results. */
export class Visitor {
  readonly calls = new Map<string, Called[]>();
  private token: string | undefined;

  constructor(
    private readonly url: string,
    private readonly contract: Contract,
    private readonly replies: ReplyCheck,
  ) {}

  /** Calls an operation and returns the body of its reply. */
  async call<Body = unknown>(id: string, { path = {}, query = {}, body }: Request = {}): Promise<Body> {
    const operation = this.contract.operation(id);
    const route = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${this.url}${route}${search && `?${search}`}`, {
      method: operation.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(!operation.isOpen && this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const reply = { status: response.status, headers: response.headers, text: await response.text() };
    const complaint = this.replies.complaint(operation, reply);
    this.calls.set(id, [...(this.calls.get(id) ?? []), { status: reply.status, complaint }]);
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    return (isJson && reply.text !== '' ? JSON.parse(reply.text) : undefined) as Body;
  }

  /** Sends the token from now on with every request that needs one. */
  authorize(token: string): void {
    this.token = token;
  }

  /** Advances the cloud's clock by this many seconds, by the control API. */
  async pass(seconds: number): Promise<void> {
    const response = await fetch(`${this.url}/_emulator/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: seconds }),
    });
    if (!response.ok) throw new Error(`The clock could not be turned: ${await response.text()}`);
  }
}
