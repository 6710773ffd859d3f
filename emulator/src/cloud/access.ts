import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './errors';
import type { RealTime } from './clock';
import type { Role } from './events';
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

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const equal = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Who may come in: credentials and the tokens that were given for them. */
export class Access {
  private readonly clients: Map<string, Client>;
  private readonly tokens: Map<string, Token>;

  constructor(
    store: Store,
    private readonly projects: Projects,
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

  /** The client that these credentials belong to. */
  byCredentials(id: string, secret: string): Client {
    const client = this.clients.get(id);
    if (client === undefined || !equal(client.secretHash, hash(secret))) {
      throw unauthorized('The client credentials are wrong: no client has this id and secret.');
    }
    return client;
  }

  issue(client: Client): TokenPair {
    this.forgetExpired();
    const accessToken = this.identifiers.token();
    const refreshToken = this.identifiers.token();
    const now = this.realTime();
    this.keep('access', accessToken, client.id, now + this.lifetimes.access * 1000);
    this.keep('refresh', refreshToken, client.id, now + this.lifetimes.refresh * 1000);
    return { accessToken, refreshToken, expiresIn: this.lifetimes.access };
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

  /** Revokes all tokens, or those of one client: its next request is 401. */
  revoke(clientId?: string): void {
    for (const token of this.tokens.values()) {
      if (clientId === undefined || token.clientId === clientId) this.tokens.delete(token.id);
    }
  }

  private keep(kind: Token['kind'], token: string, clientId: string, expiresAt: number): void {
    const id = hash(token);
    this.tokens.set(id, { id, kind, clientId, expiresAt });
  }

  private holder(kind: Token['kind'], token: string): Client | undefined {
    const found = this.tokens.get(hash(token));
    if (found?.kind !== kind || found.expiresAt <= this.realTime()) return undefined;
    return this.clients.get(found.clientId);
  }

  private forgetExpired(): void {
    const now = this.realTime();
    for (const token of this.tokens.values()) if (token.expiresAt <= now) this.tokens.delete(token.id);
  }
}
