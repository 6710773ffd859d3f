// A run did not end well; then `up --replace` names a machine that holds a volume. The engine calls no diff for that.
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(600_000);

const test = pluginTest({ timeScale: 100 });

const FLAGS = ['--yes', '--skip-preview', '--stack', 'dev', '--color=never'];
const program = (data: string, opts: string, hostname = 'other') => `
  const trainer = new cc.Instance('trainer', {
    hostname: '${hostname}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
    existingVolumes: ['${data}'],
  }, ${opts});
  new cc.Volume('late', { size: 10, type: 'NVMe', locationCode: 'FIN-01' }, { dependsOn: trainer });`;

it('a forced replacement after a failed run says that deleteBeforeReplace frees the volume, stops nothing, and then works', async () => {
  const { cloud, emulator } = test;
  const place = { size: 10, type: 'NVMe', location_code: 'FIN-01' } as const;
  const data = await cloud.volumes.create({ name: 'data', ...place });
  emulator.clock.advance(60_000);
  const stack = await test.deploy(program(data, '{}', 'trainer'));
  const requests = () => emulator.control.requests.counts();
  emulator.control.faults.add({ kind: 'status', status: 403, operation: 'createVolume', times: 1 });
  await stack.fails('up', ...FLAGS);
  const machine = (await stack.resources()).find(({ type }) => type.endsWith(':Instance'));
  const replace = ['--replace', machine?.urn ?? ''];
  await stack.program(program(data, '{}'));
  const failure = await stack.fails('up', ...FLAGS, ...replace);
  expect(failure).toContain(
    `(${machine?.id ?? ''}), which this machine replaces: set deleteBeforeReplace: true`,
  );
  expect((await cloud.instances.get(machine?.id ?? '')).status).toBe('running');
  expect(requests()['performInstanceAction'] ?? 0).toBe(0);
  await stack.program(program(data, '{ deleteBeforeReplace: true }'));
  await stack.up(...replace);
  const [next, ...others] = await cloud.instances.list();
  expect(others).toEqual([]);
  expect(next?.id).not.toBe(machine?.id);
  expect(await cloud.volumes.get(data)).toMatchObject({ instance_id: next?.id });
});
