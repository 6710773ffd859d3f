import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccessToken } from '#contract';
import { unauthorized } from '../model/errors';
import { requestedBy, roles } from '../model/events';
import type { Handlers } from '../contract/handlers';
import { oneOf, planned, rowOf, text } from '../model/rows';
import type { Identity, Origin, Role } from '../model/events';
import type { ClientCredentials } from '../model/settings';
import type { Entity } from '../model/store';
import type { World } from '../model/world';

export interface Client extends Entity {
  secretHash: string;
  role: Role;
  projectId: string;
  /** The member whose credentials these are. */
  userId: string;
}

/** Only the hash of a token is stored. */
interface Token extends Entity {
  kind: 'access' | 'refresh';
  clientId: string;
  /** Real time: clients wait in real time, however fast the cloud's clock runs. */
  expiresAt: number;
}

const clientRow = rowOf<Client>({ secretHash: text, role: oneOf(roles), projectId: text, userId: text });
const tokenRow = rowOf<Token>({ kind: oneOf(['access', 'refresh']), clientId: text, expiresAt: planned });

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
}

const identityOf = ({ projectId, id, userId, role }: Client): Identity => ({
  projectId,
  clientId: id,
  userId,
  role,
});

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const equal = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Clients and their tokens. */
export class Access {
  private readonly clients: Map<string, Client>;
  private readonly tokens: Map<string, Token>;
  /** The hashes of the tokens that were used since the last one was issued: clients send the same token repeatedly. */
  private readonly hashes = new Map<string, string>();

  constructor(private readonly world: World) {
    this.clients = world.store.table<Client>('clients', {
      row: clientRow,
      refers: { projectId: 'projects' },
    });
    this.tokens = world.store.table<Token>('tokens', { row: tokenRow, refers: { clientId: 'clients' } });
    world.onRestore(() => {
      this.admitConfiguredClients();
    });
  }

  admitConfiguredClients(): void {
    for (const client of this.world.settings.clients) this.addClient(client);
  }

  addClient({ id, secret, role = 'owner', project = id }: ClientCredentials): void {
    const userId = this.clients.get(id)?.userId ?? this.world.identifiers.uuid();
    this.world.projects.open(project, userId);
    this.clients.set(id, { id, secretHash: hash(secret), role, projectId: project, userId });
  }

  /** A token pair for the client with these credentials. */
  authenticate(id: string, secret: string, from: Origin): TokenPair {
    const client = this.clients.get(id);
    if (client === undefined || !equal(client.secretHash, hash(secret))) {
      throw unauthorized('The client credentials are wrong: no client has this id and secret.');
    }
    this.world.events.record({
      projectId: client.projectId,
      action: 'authenticate',
      objectType: 'cloud_api_credential',
      objectId: client.id,
      cause: requestedBy({ ...from, ...identityOf(client) }),
      data: { role: client.role },
    });
    return this.issue(client);
  }

  /** A new pair for a refresh token, which can be used only once. */
  refresh(refreshToken: string): TokenPair {
    const client = this.holder('refresh', refreshToken);
    if (client === undefined) {
      throw unauthorized('The refresh token is not valid: it was used before, has expired or was revoked.');
    }
    this.tokens.delete(hash(refreshToken));
    return this.issue(client);
  }

  /** The client of this access token, if the token is valid. */
  byAccessToken(accessToken: string): Identity | undefined {
    const client = this.holder('access', accessToken);
    return client && identityOf(client);
  }

  /** All clients, including clients that were added later. */
  list(): Iterable<Client> {
    return this.clients.values();
  }

  has(clientId: string): boolean {
    return this.clients.has(clientId);
  }

  /** Revokes all tokens, or the tokens of one client, whose next request is then answered with 401. */
  revoke(clientId?: string): void {
    for (const token of this.tokens.values()) {
      if (clientId === undefined || token.clientId === clientId) this.tokens.delete(token.id);
    }
  }

  private issue(client: Client): TokenPair {
    const { tokenLifetimes: lifetimes } = this.world.settings;
    this.forgetExpired();
    this.hashes.clear();
    const accessToken = this.world.identifiers.token();
    const refreshToken = this.world.identifiers.token();
    const now = this.world.realTime();
    this.keep('access', accessToken, client.id, now + lifetimes.access * 1000);
    this.keep('refresh', refreshToken, client.id, now + lifetimes.refresh * 1000);
    return { accessToken, refreshToken, expiresIn: lifetimes.access };
  }

  private keep(kind: Token['kind'], token: string, clientId: string, expiresAt: number): void {
    const id = hash(token);
    this.tokens.set(id, { id, kind, clientId, expiresAt });
  }

  private holder(kind: Token['kind'], token: string): Client | undefined {
    const known = this.hashes.get(token);
    const found = this.tokens.get(known ?? hash(token));
    if (found?.kind !== kind || found.expiresAt <= this.world.realTime()) return undefined;
    if (known === undefined) this.hashes.set(token, found.id);
    return this.clients.get(found.clientId);
  }

  private forgetExpired(): void {
    const now = this.world.realTime();
    for (const token of this.tokens.values()) if (token.expiresAt <= now) this.tokens.delete(token.id);
  }
}

const toResponse = ({ accessToken, refreshToken, expiresIn }: TokenPair): AccessToken => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: 'cloud-api-v1',
});

export const accessHandlers = (access: Access): Handlers<'createToken'> => ({
  createToken({ caller, body }) {
    const pair =
      body.grant_type === 'refresh_token'
        ? access.refresh(body.refresh_token)
        : access.authenticate(body.client_id, body.client_secret, caller);
    return { status: 200, body: toResponse(pair) };
  },
});
