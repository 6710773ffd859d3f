import type { Called } from './coverage';
import type { Contract } from './document';
import type { ReplyCheck } from './replyCheck';

/** The parts of a request besides its operation. */
export interface Request {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Default: application/json. Any other one sends the body as a form. */
  media?: string;
}

/** A reply. Its body is undefined if it is empty, and a text if it is not JSON. */
export interface Answer {
  status: number;
  body: unknown;
}

const JSON_MEDIA = 'application/json';

/** Calls operations over HTTP and keeps the results. */
export class Visitor {
  readonly calls = new Map<string, Called[]>();
  private token: string | undefined;

  constructor(
    private readonly url: string,
    readonly contract: Contract,
    private readonly replies: ReplyCheck,
  ) {}

  async call(id: string, { path = {}, query = {}, body, media = JSON_MEDIA }: Request = {}): Promise<Answer> {
    const operation = this.contract.operation(id);
    const route = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${this.url}${route}${search && `?${search}`}`, {
      method: operation.method,
      headers: {
        ...(body !== undefined && { 'content-type': media }),
        ...(!operation.isOpen && this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      },
      ...(body !== undefined && { body: encoded(body, media) }),
    });
    const { status, headers } = response;
    const text = await response.text();
    const complaint = this.replies.complaint(operation, { status, headers, text });
    this.calls.set(id, [...(this.calls.get(id) ?? []), { status, complaint }]);
    const isJson = headers.get('content-type')?.startsWith(JSON_MEDIA) === true;
    if (text === '') return { status, body: undefined };
    return { status, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  /** Sends the token from now on with every request that needs one. */
  authorize(token: string): void {
    this.token = token;
  }

  /** Calls the control API. */
  async control(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(`${this.url}/_emulator/${path}`, {
      method,
      headers: { 'content-type': JSON_MEDIA },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} /_emulator/${path} was refused: ${await response.text()}`);
  }
}

const encoded = (body: unknown, media: string): string =>
  media === JSON_MEDIA
    ? JSON.stringify(body)
    : new URLSearchParams(body as Record<string, string>).toString();
