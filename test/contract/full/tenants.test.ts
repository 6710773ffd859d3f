import fc from 'fast-check';
import type { StateDump } from 'cloud-compute-emulator';
import { Contract } from '../../../tools/src/contract/document';
import type { Operation } from '../../../tools/src/contract/document';
import { createEveryKind, knownIn, sendable } from '../fuzz/everyKind';
import { Requests } from '../fuzz/requests';
import type { Draft } from '../fuzz/requests';
import { tablesOf } from '../fuzz/schemas';
import { refusal, useCloud } from '../support/caller';
import type { Caller } from '../support/caller';
import { seed } from '../../randomCases';

const contract = Contract.read();
const requests = new Requests(contract);

/** The names of the parameters in a path. */
const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

type Thing = StateDump['tables'][string][number] & Partial<Record<'clusterId' | 'networkId', string>>;

/** Parameters that name entries of a catalogue, which all projects share. */
const catalogue = /\{(instance_type|instanceType|cluster_type|code)\}/;
const ofProjects = contract.operations.filter(({ path }) => path.includes('{') && !catalogue.test(path));

describe('a resource of one project', () => {
  const cloud = useCloud({
    seed: 'tenants',
    balance: 1e12,
    clients: [
      { id: 'emulator', secret: 'emulator' },
      { id: 'other-project', secret: 'other-project' },
    ],
  });
  let otherProject: Caller;

  beforeEach(async () => {
    otherProject = await cloud.caller('other-project', 'other-project');
    await createEveryKind(cloud.emulator, cloud.owner, 'of-the-owner');
    await createEveryKind(cloud.emulator, otherProject, 'of-the-other-project');
  });

  /** All resources of a project, by table. */
  function resourcesOf(project: string): Record<string, Thing[]> {
    const { tables } = cloud.emulator.control.state();
    const mine = (thing: Thing): boolean => 'projectId' in thing && thing.projectId === project;
    return Object.fromEntries(Object.entries(tables).map(([name, things]) => [name, things.filter(mine)]));
  }

  /** The ids of related resources of a project for the path of an operation. */
  function pathIn(project: string, { id, path }: Operation): Record<string, string> {
    const things = resourcesOf(project);
    const [, , area = ''] = path.split('/');
    const tagsOf = (thing: Thing | undefined) =>
      thing !== undefined && 'tags' in thing ? (thing.tags as { id: string }[]) : [];
    /** The first thing of the table that has a tag, otherwise the first one. */
    const chosenIn = (table: string, fits: (thing: Thing) => boolean = () => true) => {
      const fitting = (things[table] ?? []).filter(fits);
      return fitting.find((thing) => tagsOf(thing).length > 0) ?? fitting[0];
    };
    const tableOf = (name: string): string => {
      const [table = ''] = name === 'id' ? [area] : (tablesOf(name) ?? []);
      if (table in things || table === 'tags') return table;
      throw new Error(`test/contract/fuzz/schemas.ts has no table for {${name}} of ${id}, ${path}.`);
    };
    const [owner = ''] = namesIn(path);
    const clusterId = chosenIn('clusters')?.id;
    const idFor = (name: string): string | undefined => {
      const table = tableOf(name);
      if (table === 'tags') return tagsOf(chosenIn(tableOf(owner)))[0]?.id;
      const isRelated = (thing: Thing) => thing.clusterId === undefined || thing.clusterId === clusterId;
      return chosenIn(table, isRelated)?.id;
    };
    return Object.fromEntries(
      namesIn(path).map((name) => {
        const found = idFor(name);
        if (found === undefined)
          throw new Error(`createEveryKind creates nothing for {${name}} of ${id}, ${path}.`);
        return [name, found];
      }),
    );
  }

  test.each(ofProjects.map((operation) => [operation.id, operation] as const))(
    'is answered with 404 to another project: %s',
    async (_, operation) => {
      const [draft] = fc.sample(requests.valid(operation), { numRuns: 1, seed });
      const send = async (caller: Caller, ids: Record<string, string>) => {
        const ready = sendable(operation, { ...(draft as Draft), path: ids }, knownIn(cloud.emulator));
        const { method, path, body } = ready;
        return { request: `${operation.id}: ${method} ${path}`, ...(await caller.send(method, path, body)) };
      };
      const [theirs, own] = [pathIn('emulator', operation), pathIn('other-project', operation)];
      const before = resourcesOf('emulator');
      const isHidden = async (ids: Record<string, string>): Promise<void> => {
        const reply = await send(otherProject, ids);
        // The request is compared only to be in the message.
        expect(reply).toMatchObject({ request: reply.request, ...refusal(404, 'not_found') });
      };
      await isHidden(theirs);
      for (const name of namesIn(operation.path).slice(1))
        await isHidden({ ...own, [name]: theirs[name] ?? '' });
      expect(resourcesOf('emulator')).toEqual(before);
      // The resource exists for its own project.
      const { request, status } = await send(cloud.owner, theirs);
      expect({ request, status }).not.toEqual({ request, status: 404 });
    },
  );

  test('is neither shown to another project nor changed by it, whatever the request', async () => {
    const before = resourcesOf('emulator');
    const known = knownIn(cloud.emulator);
    for (const operation of contract.operations) {
      const drafts = fc.oneof(requests.valid(operation), requests.broken(operation));
      for (const draft of fc.sample(drafts, { numRuns: 10, seed })) {
        const { method, path, body } = sendable(operation, draft, known);
        const reply = await otherProject.send(method, path, body);
        expect(JSON.stringify({ path, reply: reply.body })).not.toContain('of-the-owner');
      }
    }
    const after = resourcesOf('emulator');
    for (const [table, things] of Object.entries(before))
      expect(after[table]).toEqual(expect.arrayContaining(things));
  });
});
