// The effect of the intent log of a killed run on the next run on the same machine.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { intentLogIn } from '../../../core/orphans/intentLog';
import * as providers from '../../../provider';
import { status } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const OWNER = 'feedc0ffee00';
const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('the intent log', () => {
  let stack: InProcessStack;
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-home-'));
    stack = await InProcessStack.start();
    jest.mocked(status).mockClear();
  });

  afterEach(async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  });

  /** A run was killed an hour ago while its order waited for the rate limit; it is unknown when the order was sent. */
  const leaveEntry = async () => {
    stack.environment = { PULUMI_HOME: home };
    const { pid } = spawnSync(process.execPath, ['--version']);
    intentLogIn(stack.environment, pid).addOrder(OWNER, 'resource');
    const folder = path.join(home, 'cloud-compute');
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), anHourAgo, anHourAgo);
    stack.newProcess();
  };
  const statusMessages = () => jest.mocked(status).mock.calls.map(([, message]) => message);
  const WAITS = expect.stringContaining('waiting 10 s') as string;

  it('makes the first create wait for ten seconds, however old the entry is', async () => {
    await leaveEntry();
    await stack.up('volume', 'disk', DISK);
    expect(statusMessages()).toContainEqual(WAITS);
  });

  it('makes the delete of the owner wait for the same time, and is empty after it', async () => {
    await leaveEntry();
    await providers.owner.delete(OWNER, { owner: OWNER });
    expect(statusMessages()).toContainEqual(WAITS);
    expect(await readdir(path.join(home, 'cloud-compute'))).toEqual([]);
  });

  it.each([
    ['HOME', { HOME: '' }],
    ['PULUMI_HOME', { PULUMI_HOME: '', HOME: undefined }],
  ])('is not written to the working directory while %s is empty', async (_, environment) => {
    stack.environment = environment;
    stack.newProcess();
    const before = process.cwd();
    process.chdir(home);
    try {
      await stack.up('volume', 'disk', DISK);
      expect(await readdir(home)).toEqual([]);
    } finally {
      process.chdir(before);
    }
  });
});
