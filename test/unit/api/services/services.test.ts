import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Act } from './calls';
import { answeringCloud } from './calls';

const here = answeringCloud();

test('every service of the client has a table of calls', () => {
  const services = Object.entries(here.client).filter(([, service]) => typeof service === 'object');
  const tests = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).map((file) =>
    path.basename(file),
  );
  expect(services.map(([name]) => `${name}.test.ts`).filter((file) => !tests.includes(file))).toEqual([]);
});

test.each<[string, Act]>([
  ['an empty id', (api) => api.instances.get('')],
  ['an id that is a step up', (api) => api.volumes.delete('..')],
  ['no id at all', (api) => api.tags.remove('instances', 'i', undefined as unknown as string)],
])('the client refuses %s before it sends anything', async (_, act) => {
  const before = here.cloud.seen.length;
  await expect(act(here.client)).rejects.toMatchObject({
    name: 'InvalidRequestError',
    mayHaveArrived: false,
  });
  expect(here.cloud.seen).toHaveLength(before);
});
