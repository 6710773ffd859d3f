// Billed resources in a cloud and in programs, with and without pending tags.
import { Instance, Volume } from 'pulumi-cloud-compute';
import { taggedCollections } from '../../../../api/contract';
import type { TestCloud } from '../support/cloud';
import { startCloud } from '../support/cloud';
import type { Registered } from '../support/program';

/** The list requests at the end of a run, which also serve to name orphans. */
export const LAST_LISTS = taggedCollections
  .map((collection) => `list${collection.charAt(0).toUpperCase()}${collection.slice(1)}`)
  .map((operation) => (operation === 'listInstances' ? `${operation}?tag=pulumi-pending` : operation))
  .sort();

export const PENDING_TAG = { key: 'pulumi-pending', value: 'owner.urn.0' };

/** The engine's answers: with `created`, the resources are new in this run, otherwise an earlier run left them. */
export const saved =
  (ids: Record<string, string>, created: boolean) =>
  ({ name, inputs }: Registered) => ({
    id: ids[name] ?? name,
    state: { ...inputs, ...(created && { __createdAt: Date.now() }) },
  });

export const machine = (name: string, tags: Record<string, string> = {}) =>
  new Instance(name, { image: 'i', tags });
export const volume = (name: string) => new Volume(name, { size: 10, type: 'NVMe', locationCode: 'FIN-01' });

/** A new cloud for each test of a file, and what a test does with its resources. */
export function billedThings() {
  const here = {} as { cloud: TestCloud };
  beforeEach(async () => {
    here.cloud = await startCloud();
  });
  afterEach(() => here.cloud.close());

  const deploy = (tags: { key: string; value: string }[]) =>
    here.cloud.client.instances.deploy({
      hostname: 'trainer',
      description: 'trains',
      image: 'ubuntu-24.04',
      instance_type: '1V100.6V',
      location_code: 'FIN-01',
      tags,
    });

  const createVolume = (tags: { key: string; value: string }[]) =>
    here.cloud.client.volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01', tags });

  const keysOf = async (id: string) => (await here.cloud.client.instances.get(id)).tags.map(({ key }) => key);

  /** Returns a function that gives the requests since now, without token requests. */
  function requestsSince(): () => string[] {
    here.cloud.emulator.control.requests.reset();
    return () =>
      here.cloud.emulator.control.requests
        .list()
        .filter(({ operationId }) => operationId !== 'createToken')
        .map(({ operationId = '', url }) =>
          url.includes('?') ? `${operationId}?${url.split('?')[1] ?? ''}` : operationId,
        );
  }

  return { here, deploy, createVolume, keysOf, requestsSince };
}
