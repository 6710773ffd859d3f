import type { Currency } from '#contract';
import { exchangeRate } from '../../model/catalogue';
import { resourceRows } from './resources';
import type { Role } from '../../model/events';
import type { Cloud } from '../../resources';
import type { FaultReport, Faults } from '../../faults/faults';
import type { RateLimits, RateLimitWindow } from '../../http/rateLimits';
import type { LoggedRequest, RequestLog } from '../../http/requestLog';
import type { ResourceRow } from './resources';

/** How many of the latest requests and events are shown. */
const mostRows = 200;

/** A project, its clients and its money, in its currency and at the instant of the clock. */
export interface ProjectRow {
  id: string;
  currency: Currency;
  balance: number;
  spent: number;
  pricePerHour: number;
  clients: { id: string; role: Role }[];
}

export interface RequestRow extends Omit<LoggedRequest, 'at'> {
  id: string;
  /** Milliseconds since 1970, real time. */
  at: number;
}

export interface EventRow {
  id: string;
  /** Milliseconds of the cloud's clock. */
  at: number;
  project: string;
  action: string;
  objectType: string;
  objectId: string;
  name?: string;
  /** The client that caused the event; absent if the cloud itself caused it. */
  client?: string;
  /** The reason, if the cloud itself caused the event. */
  reason?: string;
}

export interface LimitRow extends RateLimitWindow {
  id: string;
}

/** The lists of the console. Rows have ids. */
export interface Tables {
  resources: ResourceRow[];
  /** The latest, oldest first. */
  requests: RequestRow[];
  /** The latest, oldest first. */
  events: EventRow[];
  faults: FaultReport[];
  /** The rate-limit windows that have not ended. */
  limits: LimitRow[];
}

/** The values that change at every instant. */
export interface Present {
  /** `now` in milliseconds since 1970. */
  clock: { now: number; scale: number; frozen: boolean };
  /** The real time of the emulator, in milliseconds since 1970: the ends of rate-limit windows refer to it. */
  realTime: number;
  projects: ProjectRow[];
}

/** Everything that the console shows. */
export type Overview = Present & Tables;

export interface OverviewParts {
  cloud: Cloud;
  faults: Faults;
  requestLog: RequestLog;
  rateLimits: RateLimits;
}

/** Reads the data of the console. Lists are read again only after a change. */
export class OverviewReader {
  private known: { changes: number; tables: Pick<Tables, 'resources' | 'events'> } | undefined;

  constructor(private readonly parts: OverviewParts) {}

  read(): Overview {
    return { ...this.present(), ...this.tables() };
  }

  present(): Present {
    const { world, access } = this.parts.cloud;
    world.catchUp();
    world.billing.accrue();
    const rates = world.billing.rates();
    const clients = [...access.list()];
    return {
      clock: world.clock.read(),
      realTime: world.realTime(),
      projects: [...world.projects.all()].map(({ id, currency, balance, spent }) => ({
        id,
        currency,
        balance,
        spent,
        pricePerHour: (rates.get(id) ?? 0) * exchangeRate[currency],
        clients: clients.flatMap((client) =>
          client.projectId === id ? [{ id: client.id, role: client.role }] : [],
        ),
      })),
    };
  }

  tables(): Tables {
    const { faults, requestLog, rateLimits } = this.parts;
    return {
      ...this.changedByRequests(),
      requests: requestLog.latest(mostRows).map(({ place, entry }) => {
        const { began: _, ...rest } = entry;
        return { id: String(place), ...rest };
      }),
      faults: faults.list(),
      limits: [...rateLimits.windows()].map((window) => ({
        id: `${window.project} ${window.endpoint ?? ''}`,
        ...window,
      })),
    };
  }

  private changedByRequests(): Pick<Tables, 'resources' | 'events'> {
    const { cloud } = this.parts;
    cloud.world.catchUp();
    const { changes } = cloud.world;
    if (this.known?.changes !== changes)
      this.known = { changes, tables: { resources: resourceRows(cloud), events: eventRows(cloud) } };
    return this.known.tables;
  }
}

const eventRows = ({ world }: Cloud): EventRow[] =>
  world.events.latest(mostRows).map(({ id, at, projectId, action, objectType, objectId, cause, data }) => {
    const name = data['name'] ?? data['hostname'];
    return {
      id,
      at,
      project: projectId,
      action,
      objectType,
      objectId,
      ...(typeof name === 'string' && { name }),
      ...(cause.actor !== null && { client: cause.actor.clientId }),
      ...(cause.reason !== undefined && { reason: cause.reason }),
    };
  });
