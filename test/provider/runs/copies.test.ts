// A person copies a young machine or volume of the stack with all its tags ("deploy another like this" of a console). The
// copy is theirs: no run takes it over or removes it, also if the person has deleted the original.
import { intentLogIn } from '../../../core/orphans/intentLog';
import { PENDING, postOf, readPendingTag } from '../../../core/pendingTag';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MINUTE = 60_000;
const CLUSTER_IMAGE = 'ubuntu-24.04-cuda-12.8-cluster';
const KINDS = {
  instance: {
    ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
    ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
  },
  volume: { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' },
  cluster: { clusterType: '16H100', image: CLUSTER_IMAGE, hostname: 'big' } as Record<string, unknown>,
};
type Kind = keyof typeof KINDS;
const COLLECTIONS = { instance: 'instances', volume: 'volumes', cluster: 'clusters' } as const;

/** What the notes of this computer say about the POST of the original. */
type Notes = 'answered' | 'not answered' | 'none';

describe('a copy of something that this stack has ordered', () => {
  let stack: InProcessStack;
  let args: Record<string, unknown>;
  let original: string;
  let copy: string;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    jest.mocked(warn).mockClear();
  });
  afterEach(() => stack.stop());

  async function argsOf(kind: Kind): Promise<Record<string, unknown>> {
    if (kind !== 'cluster') return KINDS[kind];
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me';
    const { id } = await stack.up('sshKey', 'me', { key });
    const places = await stack.cloud.catalogue.clusterAvailability();
    const place = places.find(({ availabilities }) => availabilities.includes('16H100'));
    return { ...KINDS.cluster, sshKeyIds: [id], locationCode: place?.location_code };
  }

  const tagsOf = async (kind: Kind, id: string) =>
    (await stack.cloud[COLLECTIONS[kind]].get(id)).tags.map(({ key, value }) => ({ key, value }));

  /** What a person does who copies it within a minute, with its tags and those of its volumes. */
  async function copied(kind: Kind): Promise<string> {
    const tags = await tagsOf(kind, original);
    if (kind === 'volume')
      return stack.cloud.volumes.create({
        ...{ name: 'disk', size: 10, type: 'NVMe', location_code: 'FIN-01', tags },
      });
    const { hostname, image, locationCode } = args as Record<string, string>;
    const machine = { hostname, description: hostname, image, location_code: locationCode, tags } as const;
    if (kind === 'cluster') {
      const sshKeys = args['sshKeyIds'] as string[];
      return stack.cloud.clusters.deploy({
        ...machine,
        ...{ cluster_type: '16H100', ssh_key_ids: sshKeys, contract: 'PAY_AS_YOU_GO' },
      } as never);
    }
    return stack.cloud.instances.deploy({
      ...machine,
      instance_type: 'CPU.4V.16G',
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe', tags }],
    } as never);
  }

  /** A run is killed before its state is written, and a person copies what it has ordered. */
  async function killedAndCopied(kind: Kind, notes: Notes): Promise<void> {
    if (notes !== 'none') await stack.useHome();
    args = await argsOf(kind);
    ({ id: original } = await stack.up(kind, 'trainer', args));
    const text = (await tagsOf(kind, original)).find(({ key }) => key === PENDING)?.value ?? '';
    if (notes === 'not answered')
      intentLogIn(stack.environment).addPost(postOf(readPendingTag(text)) ?? 'none', '');
    copy = await copied(kind);
    await stack.until(async () =>
      ['running', 'detached'].includes((await stack.cloud[COLLECTIONS[kind]].get(copy)).status),
    );
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
  }

  async function deleteOriginal(kind: Kind): Promise<void> {
    if (kind === 'volume') await stack.cloud.volumes.delete(original);
    else if (kind === 'cluster') await stack.cloud.clusters.discontinue([original]);
    else {
      const { volume_ids: volumes } = await stack.cloud.instances.get(original);
      await stack.cloud.instances.perform({ action: 'delete', id: original, volume_ids: volumes });
    }
    await stack.clock.sleep(20 * MINUTE);
  }

  const listed = async (kind: Kind) =>
    (await stack.cloud[COLLECTIONS[kind]].list()).map(({ id }: { id: string }) => id).sort();

  /** The copy is as it was, with its volumes. */
  async function expectUntouched(kind: Kind): Promise<void> {
    const found = await stack.cloud[COLLECTIONS[kind]].get(copy);
    expect(found.status).toBe(kind === 'volume' ? 'detached' : 'running');
    const volumes = (await stack.cloud.volumes.list()).filter(({ instance_id: holder }) => holder === copy);
    expect(volumes).toHaveLength({ instance: 2, cluster: 1, volume: 0 }[kind]);
    expect(warned()).toContain(copy);
    expect(warned()).toContain(`orphans remove --force ${copy}`);
    expect(warned()).toContain('remove that tag');
  }

  const CASES = (['instance', 'volume', 'cluster'] as const).flatMap((kind) =>
    (['answered', 'not answered', 'none'] as const).flatMap((notes) => [
      [kind, notes, 'is still there'] as const,
      // No list shows a deleted cluster, so only the note of its order's answer proves that the other one is a copy.
      ...(kind === 'cluster' && notes !== 'answered' ? [] : [[kind, notes, 'was deleted'] as const]),
    ]),
  );

  it.each(CASES)(
    '%s, its POST %s in the notes, the original %s: up leaves it alone',
    async (kind, notes, what) => {
      await killedAndCopied(kind, notes);
      if (what === 'was deleted') await deleteOriginal(kind);
      stack.newProcess();
      const { id } = await stack.up(kind, 'trainer', args);
      if (what === 'was deleted') expect([original, copy]).not.toContain(id);
      else expect(id).toBe(original);
      expect(
        (await listed(kind)).filter((one) => kind !== 'volume' || [id, copy, original].includes(one)),
      ).toEqual([id, copy].sort());
      await expectUntouched(kind);
    },
  );

  it.each(CASES)(
    '%s, its POST %s in the notes, the original %s: destroy leaves it alone',
    async (kind, notes, what) => {
      await killedAndCopied(kind, notes);
      if (what === 'was deleted') await deleteOriginal(kind);
      await stack.deleteOwner();
      await stack.clock.sleep(20 * MINUTE);
      expect(await listed(kind)).toContain(copy);
      expect(await listed(kind)).not.toContain(original);
      await expectUntouched(kind);
    },
  );

  it.each(['instance', 'volume', 'cluster'] as const)(
    'made while the run that ordered it goes on is named, and stays also on another computer: %s',
    async (kind) => {
      args = await argsOf(kind);
      const resource = stack.resource(kind, 'trainer', args);
      const created = resource.create();
      await stack.until(async () => (await listed(kind)).length > 0);
      [original = ''] = await listed(kind);
      copy = await copied(kind);
      await created;
      expect(resource.id).toBe(original);
      expect(warned()).toContain(copy);
      // The end of the run has removed the tag; another computer has no notes.
      const tags = await stack.cloud[COLLECTIONS[kind]].get(original);
      const tag = tags.tags.find(({ key }) => key === PENDING);
      if (tag) await stack.cloud.tags.remove(COLLECTIONS[kind], original, tag.id);
      stack.newProcess();
      await resource.diff();
      await stack.clock.sleep(MINUTE);
      await resource.delete();
      await stack.clock.sleep(20 * MINUTE);
      expect(await listed(kind)).not.toContain(original);
      expect(await listed(kind)).toContain(copy);
    },
  );
});
