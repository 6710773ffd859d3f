import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './errors';
import { requestedBy } from './events';
import type { RealTime } from './clock';
import type { Caller, Events, Role } from './events';
import type { Identifiers } from './identifiers';
import type { Projects } from './projects';
import type { Entity, Store } from './store';

/** Credentials as they are handed out. */
export interface ClientCredentials {
  id: string;
  secret: string;
  /** Default `owner`. */
  role?: Role;
  /** Clients of one project share all its resources. Default: a project of the client's own, named like its id. */
  project?: string;
}

export interface Client extends Entity {
  secretHash: string;
  role: Role;
  projectId: string;
  /** The member whose credentials these are. */
  userId: string;
}

/** A token is kept by its hash alone. */
interface Token extends Entity {
  kind: 'access' | 'refresh';
  clientId: string;
  /** Real time: clients wait in real time, however fast the cloud's clock runs. */
  expiresAt: number;
}

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
}

export interface TokenLifetimes {
  /** Seconds; default 3,600. */
  access: number;
  /** Seconds; default 86,400. */
  refresh: number;
}

/** Where a request comes from. */
export type Origin = Pick<Caller, 'ip' | 'origin'>;

/** Who a client is when it sends a request. */
export const callerAs = ({ projectId, id, userId, role }: Client): Omit<Caller, keyof Origin> => ({
  projectId,
  clientId: id,
  userId,
  role,
});

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const equal = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Who may come in: credentials and the tokens that were given for them. */
export class Access {
  private readonly clients: Map<string, Client>;
  private readonly tokens: Map<string, Token>;
  /** Clients send the same token again and again: the hashes of those that came since the last one was issued. */
  private readonly hashes = new Map<string, string>();

  constructor(
    store: Store,
    private readonly projects: Projects,
    private readonly events: Events,
    private readonly identifiers: Identifiers,
    private readonly realTime: RealTime,
    private readonly lifetimes: TokenLifetimes,
  ) {
    this.clients = store.table<Client>('clients');
    this.tokens = store.table<Token>('tokens');
  }

  addClient({ id, secret, role = 'owner', project = id }: ClientCredentials): void {
    const userId = this.clients.get(id)?.userId ?? this.identifiers.uuid();
    this.projects.open(project, userId);
    this.clients.set(id, { id, secretHash: hash(secret), role, projectId: project, userId });
  }

  /** A pair for the client that these credentials belong to. */
  authenticate(id: string, secret: string, from: Origin): TokenPair {
    const client = this.clients.get(id);
    if (client === undefined || !equal(client.secretHash, hash(secret))) {
      throw unauthorized('The client credentials are wrong: no client has this id and secret.');
    }
    this.events.record({
      projectId: client.projectId,
      action: 'authenticate',
      objectType: 'cloud_api_credential',
      objectId: client.id,
      cause: requestedBy({ ...from, ...callerAs(client) }),
      data: { role: client.role },
    });
    return this.issue(client);
  }

  /** A new pair for a refresh token, which is used up by it. */
  refresh(refreshToken: string): TokenPair {
    const client = this.holder('refresh', refreshToken);
    if (client === undefined) {
      throw unauthorized('The refresh token is not valid: it was used before, has expired or was revoked.');
    }
    this.tokens.delete(hash(refreshToken));
    return this.issue(client);
  }

  /** Whose access token this is, if it is valid. */
  byAccessToken(accessToken: string): Client | undefined {
    return this.holder('access', accessToken);
  }

  has(clientId: string): boolean {
    return this.clients.has(clientId);
  }

  /** Revokes all tokens, or those of one client: its next request is 401. */
  revoke(clientId?: string): void {
    for (const token of this.tokens.values()) {
      if (clientId === undefined || token.clientId === clientId) this.tokens.delete(token.id);
    }
  }

  private issue(client: Client): TokenPair {
    this.forgetExpired();
    this.hashes.clear();
    const accessToken = this.identifiers.token();
    const refreshToken = this.identifiers.token();
    const now = this.realTime();
    this.keep('access', accessToken, client.id, now + this.lifetimes.access * 1000);
    this.keep('refresh', refreshToken, client.id, now + this.lifetimes.refresh * 1000);
    return { accessToken, refreshToken, expiresIn: this.lifetimes.access };
  }

  private keep(kind: Token['kind'], token: string, clientId: string, expiresAt: number): void {
    const id = hash(token);
    this.tokens.set(id, { id, kind, clientId, expiresAt });
  }

  private holder(kind: Token['kind'], token: string): Client | undefined {
    const known = this.hashes.get(token);
    const found = this.tokens.get(known ?? hash(token));
    if (found?.kind !== kind || found.expiresAt <= this.realTime()) return undefined;
    if (known === undefined) this.hashes.set(token, found.id);
    return this.clients.get(found.clientId);
  }

  private forgetExpired(): void {
    const now = this.realTime();
    for (const token of this.tokens.values()) if (token.expiresAt <= now) this.tokens.delete(token.id);
  }
}
