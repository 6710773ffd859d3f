import fc from 'fast-check';
import type { StateDump } from 'cloud-compute-emulator';
import { Contract } from '../../../tools/src/contract/document';
import type { Operation } from '../../../tools/src/contract/document';
import { createEveryKind, knownIn, sendable } from '../fuzz/everyKind';
import { Requests } from '../fuzz/requests';
import type { Draft } from '../fuzz/requests';
import { refusal, useCloud } from '../support';
import type { Caller } from '../support';
import { seed } from '../../randomCases';

const contract = Contract.read();
const requests = new Requests(contract);

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
  function pathIn(project: string, { path }: Operation): Record<string, string> {
    const things = resourcesOf(project);
    const idOf = (table: string, fits: (thing: Thing) => boolean = () => true): string =>
      things[table]?.find(fits)?.id ?? '';
    const [, , area = ''] = path.split('/');
    const tagged = things[area]?.find((thing) => 'tags' in thing && (thing.tags as object[]).length > 0);
    const [tag] = ((tagged as { tags?: { id: string }[] } | undefined)?.tags ?? []) as { id: string }[];
    const clusterId = idOf('clusters');
    return {
      id: clusterId,
      clusterId,
      nodeId: idOf('clusterNodes', (node) => node.clusterId === clusterId),
      instance_id: tagged?.id ?? idOf('instances'),
      computeId: idOf('instances'),
      volume_id: tagged?.id ?? idOf('volumes'),
      volumeId: idOf('volumes'),
      tagId: tag?.id ?? '',
      sshKeyId: idOf('sshKeys'),
      scriptId: idOf('scripts'),
      groupId: idOf('groups'),
      private_network_id: idOf('privateNetworks'),
      subnet_id: idOf('subnets'),
      address_mapping_id: idOf('addressMappings'),
      endpoint_binding_id: idOf('endpointBindings'),
    };
  }

  test.each(ofProjects.map((operation) => [operation.id, operation] as const))(
    'is answered with 404 to another project: %s',
    async (_, operation) => {
      const [draft] = fc.sample(requests.valid(operation), { numRuns: 1, seed });
      const send = (caller: Caller, path: Record<string, string>) => {
        const ready = sendable(operation, { ...(draft as Draft), path }, knownIn(cloud.emulator));
        return caller.send(ready.method, ready.path, ready.body);
      };
      const [theirs, own] = [pathIn('emulator', operation), pathIn('other-project', operation)];
      const before = resourcesOf('emulator');
      expect(await send(otherProject, theirs)).toMatchObject(refusal(404, 'not_found'));
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      for (const name of names.slice(1)) {
        const child = { ...own, [name]: theirs[name] ?? '' };
        expect(await send(otherProject, child)).toMatchObject(refusal(404, 'not_found'));
      }
      expect(resourcesOf('emulator')).toEqual(before);
      // The resource exists for its own project.
      expect((await send(cloud.owner, theirs)).status).not.toBe(404);
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
