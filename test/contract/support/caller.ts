import type { AccessToken, DeletedVolume, Instance, Volume } from '#contract';
import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';

/** A reply; the body is parsed JSON, or undefined without a body. */
export interface Reply<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A client of the API with a token, which sends real HTTP requests. */
export class Caller {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  async send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Body>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : isJson ? JSON.parse(text) : text) as Body,
    };
  }

  get<Body = unknown>(path: string): Promise<Reply<Body>> {
    return this.send<Body>('GET', path);
  }

  post<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>> {
    return this.send<Body>('POST', path, body);
  }

  put<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>> {
    return this.send<Body>('PUT', path, body);
  }

  delete<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>> {
    return this.send<Body>('DELETE', path, body);
  }

  /** Deploys a machine, and returns its id. */
  async instance(fields: object = {}): Promise<string> {
    return accepted(await this.post<string>('/v1/instances', machine(fields)));
  }

  async volume(fields: object = {}): Promise<string> {
    return accepted(await this.post<string>('/v1/volumes', disk(fields)));
  }

  /** Deploys a cluster, and returns its id. */
  async cluster(fields: object = {}): Promise<string> {
    const reply = await this.post<{ id: string }>('/v1/clusters', cluster(fields));
    return accepted({ ...reply, body: reply.body.id });
  }

  act<Body = unknown>(action: string, id: string | string[], fields: object = {}): Promise<Reply<Body>> {
    return this.put<Body>('/v1/instances', { action, id, ...fields });
  }

  actOnVolume<Body = unknown>(
    action: string,
    id: string | string[],
    fields: object = {},
  ): Promise<Reply<Body>> {
    return this.put<Body>('/v1/volumes', { action, id, ...fields });
  }

  async readInstance(id: string): Promise<Instance> {
    return (await this.get<Instance>(`/v1/instances/${id}`)).body;
  }

  async readVolume(id: string): Promise<Volume & Partial<DeletedVolume>> {
    return (await this.get<Volume & Partial<DeletedVolume>>(`/v1/volumes/${id}`)).body;
  }
}

function accepted({ status, body }: Reply<string>): string {
  expect({ status, body }).toEqual({ status: 202, body: expect.any(String) as string });
  return body;
}

/** An error body with this code; its message must contain `words`. */
export const refusal = (status: number, code: string, words: string | RegExp = ''): object => ({
  status,
  body: { code, message: expect.stringMatching(words) as string },
});

export const machine = (fields: object = {}): object => ({
  hostname: 'trainer',
  description: 'a machine of a test',
  instance_type: '1V100.6V',
  image: 'ubuntu-24.04',
  location_code: 'FIN-01',
  ...fields,
});

export const disk = (fields: object = {}): object => ({
  name: 'data',
  size: 100,
  type: 'NVMe',
  location_code: 'FIN-01',
  ...fields,
});

export const cluster = (fields: object = {}): object => ({
  cluster_type: '16H100',
  image: 'ubuntu-24.04-cuda-12.8-cluster',
  hostname: 'fleet',
  description: 'a cluster of a test',
  location_code: 'FIN-01',
  ssh_key_ids: [],
  ...fields,
});

export interface ContractCloud {
  readonly emulator: Emulator;
  /** A client with a token of its own. */
  caller(id?: string, secret?: string): Promise<Caller>;
  /** The first client of the emulator, with a token. */
  readonly owner: Caller;
  /** Advances the cloud's clock. */
  pass(seconds: number): void;
  detachedVolume(fields?: object): Promise<string>;
  runningInstance(fields?: object): Promise<string>;
  offlineInstance(fields?: object): Promise<string>;
  runningCluster(fields?: object): Promise<string>;
}

/** Seconds after which all changes under way have ended. */
export const longEnough = 600;

/** A cloud for each test, whose clock stands still. */
export function useCloud(options: EmulatorOptions = {}): ContractCloud {
  let emulator: Emulator;
  let owner: Caller;
  const caller = async (id = 'emulator', secret = 'emulator'): Promise<Caller> => {
    const request = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { body } = await new Caller(emulator.url).post<AccessToken>('/v1/oauth2/token', request);
    return new Caller(emulator.url, body.access_token);
  };
  const pass = (seconds: number): void => {
    emulator.clock.advance(seconds * 1000);
  };
  /** The id of an object when its changes have ended. */
  const afterChanges = async (ordered: Promise<string>): Promise<string> => {
    const id = await ordered;
    pass(longEnough);
    return id;
  };
  const runningInstance = (fields?: object): Promise<string> => afterChanges(owner.instance(fields));
  beforeEach(async () => {
    emulator = await startEmulator({ rateLimits: false, ...options });
    emulator.clock.freeze();
    owner = await caller();
  });
  afterEach(async () => {
    await emulator.close();
  });
  return {
    get emulator() {
      return emulator;
    },
    get owner() {
      return owner;
    },
    caller,
    pass,
    detachedVolume: (fields) => afterChanges(owner.volume(fields)),
    runningInstance,
    async offlineInstance(fields) {
      const id = await runningInstance(fields);
      await owner.act('shutdown', id);
      pass(longEnough);
      return id;
    },
    runningCluster: (fields) => afterChanges(owner.cluster(fields)),
  };
}
