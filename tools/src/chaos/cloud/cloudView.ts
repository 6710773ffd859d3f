// The view of the cloud in a chaos run: through the API and the emulator's control API.
import type { EmulatorProcess } from '../../testing/emulatorProcess';

/** Anything that is billed while it exists. */
export interface Billed {
  readonly id: string;
  readonly name?: string;
  readonly hostname?: string;
  readonly status: string;
  readonly type?: string;
  /** Only of a volume. */
  readonly is_os_volume?: boolean;
  /** Only of a volume: the machine that it is attached to. */
  readonly instance_id?: string | null;
  readonly tags?: readonly { readonly id: string; readonly key: string; readonly value: string }[];
}

/** Repeated here and not imported, because a chaos run tests the package, its lists of statuses included. */
const NOT_BILLED = ['deleting', 'discontinued', 'deleted', 'canceled'];

const BILLED_LISTS = ['instances', 'clusters', 'volumes'];

/** One request as the emulator has logged it. */
export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
}

/** What the API shows to one client id, and the emulator's controls. */
export class CloudView {
  constructor(private readonly emulator: EmulatorProcess) {}

  get url(): string {
    return this.emulator.url;
  }

  get<T>(route: string): Promise<T> {
    return this.emulator.get(route) as Promise<T>;
  }

  send<T>(method: string, route: string, body: object): Promise<T> {
    return this.emulator.send(method, route, body) as Promise<T>;
  }

  /** A detached volume of 10 GB. */
  volume(name: string): Promise<string> {
    return this.send<string>('POST', '/v1/volumes', {
      name,
      type: 'NVMe',
      size: 10,
      location_code: 'FIN-01',
    });
  }

  /** Everything that another client id pays for, as text. */
  async billedTo({ id, secret }: { readonly id: string; readonly secret: string }): Promise<string> {
    const json = async (route: string, init: RequestInit): Promise<unknown> =>
      (await fetch(this.emulator.url + route, init)).json();
    const { access_token: token } = (await json('/v1/oauth2/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    })) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    return JSON.stringify(await Promise.all(BILLED_LISTS.map((list) => json(`/v1/${list}`, { headers }))));
  }

  /**
   * Everything that is billed, without the OS volumes of clusters, which are removed with them and are not in state. A
   * cancelled copy is still listed, but costs nothing.
   */
  async billed(): Promise<Billed[]> {
    const lists = await Promise.all(BILLED_LISTS.map((list) => this.get<Billed[]>(`/v1/${list}`)));
    return lists
      .flat()
      .filter(({ status, type }) => !NOT_BILLED.includes(status) && type !== 'NVMe_OS_Cluster');
  }

  /** The requests so far that change something. */
  async writes(): Promise<LoggedRequest[]> {
    const { requests } = await this.control<{ requests: LoggedRequest[] }>('GET', 'requests');
    return requests.filter(({ method, url }) => method !== 'GET' && !url.includes('oauth2'));
  }

  async control<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`${this.emulator.url}/_emulator/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} /_emulator/${path} answered ${reply.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Lets the cloud's time pass. */
  async advance(seconds: number): Promise<void> {
    await this.control('PUT', 'clock', { advanceSeconds: seconds });
  }
}

export const nameOf = ({ name, hostname }: Billed): string => name ?? hostname ?? '';
export const describe = (one: Billed): string => `${nameOf(one)} (${one.id}, ${one.status})`;
