import type { FastifyInstance } from 'fastify';
import { storageTypes } from '../model/catalogue';
import { roles } from '../model/events';
import { endpoints } from '../contract/document';
import { routeOf } from '../http/operations';
import type { Clock } from '../model/time/clock';
import type { AutoTopUpTerms } from '../model/billing/autoTopUps';
import type { ClientCredentials } from '../model/settings';
import type { FaultDefinition } from '../faults/definition';
import type { EventStream } from './console/eventStream';
import type { OverviewReader } from './console/overview';
import { machineRoutes } from './machines';
import { object, text as string } from './route';
import type { Control, OldVolume } from './control';
import type { ControlRoute } from './route';

export interface ControlApiParts {
  control: Control;
  clock: Clock;
  /** Call this after every change of the clock. */
  changed: () => void;
  overview: OverviewReader;
  /** Host names under which it may be reached, in addition to those of this machine. */
  allowedHosts: readonly string[];
}

interface ClockRequest {
  scale?: number;
  frozen?: boolean;
  advanceSeconds?: number;
  set?: string;
}

function turn(clock: Clock, { scale, frozen, advanceSeconds, set }: ClockRequest): void {
  if (scale !== undefined) clock.scale = scale;
  if (frozen === true) clock.freeze();
  if (frozen === false) clock.resume();
  if (advanceSeconds !== undefined) clock.advance(advanceSeconds * 1000);
  if (set !== undefined) clock.set(new Date(instant(set)));
}

function instant(text: string): number {
  const parsed = Date.parse(text);
  if (!Number.isNaN(parsed)) return parsed;
  throw new RangeError(`set: "${text}" is not a time, such as 2026-01-31T12:00:00Z.`);
}

const reading = (clock: Clock): object => {
  const { now, scale, frozen } = clock.read();
  return { now: new Date(now).toISOString(), scale, frozen };
};

/** The operations that the server has a route for, in the order of the contract. */
const served = (app: FastifyInstance): object[] =>
  endpoints
    .filter((endpoint) => app.hasRoute({ method: endpoint.method.toUpperCase(), url: routeOf(endpoint) }))
    .map(({ method, path, operation: { operationId } }) => ({
      operationId,
      method: method.toUpperCase(),
      path,
    }));

/** All paths of the control API. */
export function controlRoutes(
  app: FastifyInstance,
  { control, clock, changed, overview }: ControlApiParts,
  events: EventStream,
): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/state',
      summary: 'All data of the cloud.',
      answer: () => control.state(),
    },
    {
      method: 'GET',
      path: '/overview',
      summary:
        'The data of the console: resources, money, the clock, the latest requests and events, and limits.',
      answer: () => overview.read(),
    },
    {
      method: 'GET',
      path: '/events',
      summary: 'The same as server-sent events: a snapshot, then an update with each change.',
      answer: ({ reply }) => {
        reply.hijack();
        events.serve(reply.raw);
      },
    },
    {
      method: 'POST',
      path: '/reset',
      summary: 'Empty the cloud; remove faults, used-up limits and the log of requests.',
      answer: () => {
        control.reset();
      },
    },
    { method: 'GET', path: '/clock', summary: 'The cloud’s time.', answer: () => reading(clock) },
    {
      method: 'PUT',
      path: '/clock',
      summary: 'Scale, freeze, resume, advance or set the time; it only goes forward.',
      body: object([], {
        scale: { type: 'number', exclusiveMinimum: 0 },
        frozen: { type: 'boolean' },
        advanceSeconds: { type: 'number', minimum: 0 },
        set: { type: 'string', description: 'ISO 8601' },
      }),
      answer: ({ body }) => {
        turn(clock, body as ClockRequest);
        changed();
        return reading(clock);
      },
    },
    {
      method: 'GET',
      path: '/faults',
      summary: 'The faults, and the number of requests that each of them was applied to.',
      answer: () => control.faults.list(),
    },
    {
      method: 'POST',
      path: '/faults',
      summary: 'Add a fault.',
      body: { type: 'object' },
      answer: ({ body }) => ({ id: control.faults.add(body as FaultDefinition) }),
    },
    {
      method: 'DELETE',
      path: '/faults',
      summary: 'Remove all faults.',
      answer: () => {
        control.faults.clear();
      },
    },
    {
      method: 'DELETE',
      path: '/faults/:id',
      summary: 'Remove one fault.',
      answer: ({ params }) => {
        control.faults.clear(params['id']);
      },
    },
    {
      method: 'PUT',
      path: '/capacity',
      summary: 'Set how many machines of a type a location can hold, including existing ones.',
      body: object(['location', 'type', 'total'], {
        location: string,
        type: string,
        isSpot: { type: 'boolean' },
        total: { type: 'integer', minimum: 0 },
      }),
      answer: ({ body }) => {
        const { total, ...key } = body as { location: string; type: string; isSpot?: boolean; total: number };
        control.capacity.set(key, total);
        return { left: control.capacity.left(key) };
      },
    },
    {
      method: 'PUT',
      path: '/balance',
      summary: 'Set the balance of a project.',
      body: object(['project', 'amount'], { project: string, amount: { type: 'number' } }),
      answer: ({ body }) => {
        const { project, amount } = body as { project: string; amount: number };
        control.balance.set(project, amount);
        return { project, amount: control.balance.get(project) };
      },
    },
    {
      method: 'PUT',
      path: '/auto-top-up',
      summary: 'Top up a project’s balance by an amount whenever it falls below a threshold.',
      body: object(['project', 'threshold', 'amount'], {
        project: string,
        threshold: { type: 'number', minimum: 0 },
        amount: { type: 'number', exclusiveMinimum: 0 },
        fails: { type: 'boolean', description: 'Whether the card is refused.' },
      }),
      answer: ({ body }) => {
        const { project, ...terms } = body as AutoTopUpTerms & { project: string };
        control.autoTopUp.set(project, terms);
      },
    },
    {
      method: 'DELETE',
      path: '/auto-top-up/:project',
      summary: 'Stop the top-ups of a project.',
      answer: ({ params }) => {
        control.autoTopUp.set(params['project'] ?? '', undefined);
      },
    },
    {
      method: 'POST',
      path: '/volumes',
      summary:
        'Put a detached volume of any type into a project, also HDD volumes, which can no longer be created.',
      body: object(['project', 'name', 'size', 'type', 'location'], {
        project: string,
        name: string,
        size: { type: 'number', exclusiveMinimum: 0 },
        type: { enum: storageTypes.map(({ type }) => type) },
        location: string,
      }),
      answer: ({ body }) => ({ id: control.addVolume(body as OldVolume) }),
    },
    {
      method: 'POST',
      path: '/evict',
      summary: 'Evict a spot instance.',
      body: object(['instanceId'], { instanceId: string }),
      answer: ({ body }) => {
        control.evict((body as { instanceId: string }).instanceId);
      },
    },
    ...machineRoutes(control.machines),
    {
      method: 'GET',
      path: '/requests',
      summary: 'The latest requests to the API, and the number of requests of each operation.',
      answer: () => ({ counts: control.requests.counts(), requests: control.requests.list() }),
    },
    {
      method: 'DELETE',
      path: '/requests',
      summary: 'Clear the log of requests and reset the counts.',
      answer: () => {
        control.requests.reset();
      },
    },
    {
      method: 'GET',
      path: '/operations',
      summary: 'The operations of the contract that are served.',
      answer: () => served(app),
    },
    {
      method: 'POST',
      path: '/clients',
      summary: 'Accept these credentials from now on.',
      body: object(['id', 'secret'], {
        id: string,
        secret: string,
        role: { enum: [...roles] },
        project: string,
      }),
      answer: ({ body }) => {
        control.clients.add(body as ClientCredentials);
      },
    },
    {
      method: 'DELETE',
      path: '/tokens',
      summary: 'Revoke all tokens.',
      answer: () => {
        control.clients.revokeTokens();
      },
    },
    {
      method: 'DELETE',
      path: '/tokens/:client',
      summary: 'Revoke the tokens of a client.',
      answer: ({ params }) => {
        control.clients.revokeTokens(params['client']);
      },
    },
  ];
}
