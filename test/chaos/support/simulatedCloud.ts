// A cloud of plain objects with a simulated clock, which can create, list and delete. It is a thousand times faster
// than the emulator, which the runs with the real engine use.
import type { CloudComputeClient } from '../../../api';
import type { Body, SentAt } from '../../../api/options';
import type { CloudComputeError, ErrorDetails } from '../../../api/errors';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../api/errors';
import type { PendingTag } from '../../../core/pendingTag';
import { pendingTagOf } from '../../../core/pendingTag';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { Link } from './link';
import { shownThing } from './things';
import type { NewTag, TagLike, Thing } from './things';

/** Durations in ms. */
const TIMES = { instances: 20_000, clusters: 30_000, volumes: 2_000, clone: 8_000, goes: 3_000 };

type Refusal = new (message: string, details: ErrorDetails) => CloudComputeError;

const not = (status: number, Kind: Refusal, message: string) => new Kind(message, { operation: '', status });

export class SimulatedCloud {
  readonly things = new Map<string, Thing>();
  /** The pending tags of all orders. */
  readonly pendingTags: PendingTag[] = [];
  private count = 0;
  private history: { readonly at: number; readonly ids: ReadonlySet<string> }[] = [];

  constructor(private readonly clock: TestClock) {}

  /** Everything billed, by id. */
  billed(): Thing[] {
    return [...this.things.values()].filter(({ goneAt }) => goneAt === undefined);
  }

  /** A client with its own connection. */
  client(link: Link): CloudComputeClient {
    const list = (collection: Thing['collection']) =>
      link.read(() => this.listed(collection, link.lagMs).map((thing) => this.shown(thing)));
    const reads = (collection: Thing['collection']) => ({
      list: () => list(collection),
      get: (id: string) =>
        link.read(() => {
          const thing = this.find(collection, id);
          // A replica with a lag does not show new things yet, neither in lists nor by their id.
          if (thing.createdAt > this.clock.now() - link.lagMs)
            throw not(404, NotFoundError, `There is no ${id} yet.`);
          return this.shown(thing);
        }),
    });
    /** A request that orders something. A body that is built when it is sent gets the time of this cloud. */
    const order =
      <T>(make: (order: T) => string) =>
      (body: Body<T>) => {
        const sent =
          typeof body === 'function' ? (body as (...at: SentAt) => T)(this.clock.now(), 'cloud') : body;
        return link.send(() => make(sent));
      };
    const client = {
      cloudTime: () => this.clock.now(),
      instances: {
        ...reads('instances'),
        // This cloud does not keep discontinued machines.
        list: ({ status }: { status?: string } = {}) =>
          status === undefined ? list('instances') : link.read(() => []),
        deploy: order((body: Record<string, unknown>) => this.deploy(body)),
        perform: (body: { action: string; id: string | string[]; volume_ids?: string[] }) =>
          link.repeat(() => [body.id].flat().map((id) => this.deleteMachine(id, body.volume_ids ?? []))),
      },
      clusters: {
        ...reads('clusters'),
        deploy: order((body: Record<string, unknown>) => this.deployCluster(body)),
        discontinue: (ids: string[]) =>
          link.repeat(() => {
            for (const id of ids) this.release(this.find('clusters', id), []);
          }),
      },
      volumes: {
        ...reads('volumes'),
        trash: () => link.read(() => []),
        create: order(
          ({ name, size, tags, ...rest }: { name: string; size: number; tags: NewTag[] }) =>
            this.make('volumes', name, rest, TIMES.volumes, tags, size).id,
        ),
        clone: order(({ id, name, ...target }: { id: string; name: string }) => {
          const { ordered, size } = this.find('volumes', id);
          return this.make('volumes', name, { ...ordered, ...target }, TIMES.clone, [], size).id;
        }),
        perform: (body: { action: string; id: string | string[]; name?: string; size?: number }) =>
          link.repeat(() => {
            const found = [body.id].flat().map((id) => this.find('volumes', id));
            for (const volume of found) this.act(volume, body);
          }),
        delete: (id: string) =>
          link.repeat(() => {
            this.act(this.find('volumes', id), { action: 'delete' });
          }),
      },
      tags: {
        add: (_: string, id: string, tag: NewTag) =>
          link.send(() => {
            const { tags } = this.things.get(id) ?? this.find('volumes', id);
            if (tags.some(({ key }) => key === tag.key))
              throw not(409, ConflictError, 'The tag is there already.');
            tags.push(this.tag(tag));
            return tags.at(-1);
          }),
        remove: (_: string, id: string, tagId: string) =>
          link.repeat(() => {
            const { tags } = this.things.get(id) ?? this.find('volumes', id);
            const index = tags.findIndex((tag) => tag.id === tagId);
            if (index < 0) throw not(404, NotFoundError, 'There is no such tag.');
            tags.splice(index, 1);
          }),
      },
      journal: { forCompute: () => Promise.resolve([]) },
      account: { balance: () => Promise.resolve({ amount: 100, currency: 'usd' }) },
      // These tests need no catalogue.
      catalogue: new Proxy({}, { get: () => () => Promise.resolve([]) }),
    };
    return client as unknown as CloudComputeClient;
  }

  /** Creates a volume that no program manages. */
  base(name: string): string {
    return this.make('volumes', name, { type: 'NVMe', location_code: 'FIN-01' }, 0, [], 10).id;
  }

  /** Creates a machine with its volumes. */
  deploy(body: Record<string, unknown>): string {
    const given = ((body['existing_volumes'] ?? []) as string[]).map((id) => this.find('volumes', id));
    // Checks come first and change nothing.
    for (const { name, holder } of given)
      if (holder !== undefined) throw not(403, ForbiddenError, `${name} is attached elsewhere.`);
    const tags = body['tags'] as NewTag[];
    const machine = this.make('instances', String(body['hostname']), body, TIMES.instances, tags);
    const os = body['os_volume'] as { name: string; size: number };
    const news = (body['volumes'] ?? []) as { name: string; size: number; tags?: NewTag[] }[];
    for (const volume of [{ ...os, tags: [], isOs: true }, ...news]) {
      const { name, size, tags: its = [] } = volume;
      const created = this.make('volumes', name, { type: 'NVMe', ...volume }, 0, its, size);
      Object.assign(created, { holder: machine.id, isOs: 'isOs' in volume });
    }
    for (const volume of given) volume.holder = machine.id;
    return machine.id;
  }

  deployCluster(body: Record<string, unknown>): string {
    const tags = body['tags'] as NewTag[];
    const cluster = this.make('clusters', String(body['hostname']), body, TIMES.clusters, tags);
    const shared = body['shared_volume'] as { name: string; size: number } | undefined;
    if (shared) {
      this.make('volumes', shared.name, { type: 'NVMe_Shared' }, 0, [], shared.size).holder = cluster.id;
    }
    return cluster.id;
  }

  private deleteMachine(id: string, volumeIds: string[]) {
    const machine = this.things.get(id);
    if (machine && machine.goneAt === undefined) this.release(machine, volumeIds);
    return { action: 'delete', instanceId: id, status: 'success' };
  }

  private release(machine: Thing, volumeIds: string[]): void {
    machine.goneAt ??= this.clock.now();
    for (const volume of this.billed().filter(({ holder }) => holder === machine.id)) {
      volume.holder = undefined;
      if (volumeIds.includes(volume.id)) volume.goneAt = this.clock.now();
    }
    this.changed();
  }

  private act(volume: Thing, { action, name, size }: { action: string; name?: string; size?: number }): void {
    if (action === 'rename') volume.name = name ?? volume.name;
    if (action === 'resize') volume.size = size ?? volume.size;
    if (action !== 'delete' || volume.goneAt !== undefined) return;
    if (volume.holder !== undefined) throw not(403, ForbiddenError, `${volume.name} is attached.`);
    volume.goneAt = this.clock.now();
    this.changed();
  }

  private make(
    collection: Thing['collection'],
    name: string,
    ordered: object,
    takes: number,
    tags: readonly NewTag[],
    size = 0,
  ): Thing {
    this.count += 1;
    const start = this.count.toString(16).padStart(8, '0');
    const thing: Thing = {
      id: `${start}-0000-4000-8000-000000000000`,
      collection,
      name,
      size,
      ordered: ordered as Record<string, unknown>,
      createdAt: this.clock.now(),
      readyAt: this.clock.now() + takes,
      tags: tags.map((tag) => this.tag(tag)),
    };
    this.things.set(thing.id, thing);
    const tag = pendingTagOf(thing);
    if (tag) this.pendingTags.push(tag);
    this.changed();
    return thing;
  }

  private tag({ key, value }: NewTag): TagLike {
    this.count += 1;
    return { id: `tag_${this.count}`, key, value: value ?? '' };
  }

  find(collection: Thing['collection'], id: string): Thing {
    const thing = this.things.get(id);
    if (thing?.collection !== collection) throw not(404, NotFoundError, `There is no ${id}.`);
    return thing;
  }

  private changed(): void {
    this.history.push({ at: this.clock.now(), ids: new Set(this.billed().map(({ id }) => id)) });
  }

  /** The things of a list that are older than the lag. */
  private listed(collection: Thing['collection'], lagMs: number): Thing[] {
    const then = this.history.findLast(({ at }) => at <= this.clock.now() - lagMs)?.ids;
    return [...this.things.values()].filter(
      (thing) =>
        thing.collection === collection &&
        (thing.goneAt === undefined || this.isGoing(thing)) &&
        (lagMs === 0 || then?.has(thing.id) === true),
    );
  }

  private isGoing({ goneAt = 0 }: Thing): boolean {
    return this.clock.now() < goneAt + TIMES.goes;
  }

  private statusOf(thing: Thing): string {
    const { collection, goneAt, readyAt, holder } = thing;
    const volume = collection === 'volumes';
    if (goneAt !== undefined) return this.isGoing(thing) ? 'deleting' : volume ? 'deleted' : 'discontinued';
    if (this.clock.now() < readyAt) return volume ? 'ordered' : 'provisioning';
    return volume ? (holder === undefined ? 'detached' : 'attached') : 'running';
  }

  private shown(thing: Thing): object {
    return shownThing(thing, this.statusOf(thing), this.clock.now(), this.things);
  }
}
