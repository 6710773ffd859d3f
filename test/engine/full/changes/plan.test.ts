// After `pulumi preview --save-plan`, `pulumi up --plan` makes exactly the changes that the preview showed.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { doors } from '../../support/doors';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(180_000);

const VOLUME = `const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;
const KEY = `new cc.SshKey('me', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
});`;
const MACHINE = `new cc.Instance('trainer', {
  ...{ image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  existingVolumes: [data.id],
});`;

describe.each(doors)('the plan of a preview ($name)', (door) => {
  let environment: TestEnvironment;
  let folder: string;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: VOLUME });
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-plan-'));
  });

  afterAll(async () => {
    await environment.close();
    await rm(folder, { recursive: true });
  });

  const asPlanned = async (program: string) => {
    const plan = path.join(folder, 'plan.json');
    await environment.stack.program(program);
    await environment.stack.preview({ plan });
    await environment.stack.up({ plan });
    expect(Object.keys((await environment.stack.preview()).changes)).toEqual(['same']);
  };

  it('matches the first update', () => asPlanned(VOLUME));

  it('matches a later update, with new and existing resources', () =>
    asPlanned(`${VOLUME} ${KEY} ${MACHINE}`));

  it('matches the update after a change in place', () =>
    asPlanned(`${VOLUME.replace('size: 50', 'size: 60')} ${KEY} ${MACHINE}`));
});
