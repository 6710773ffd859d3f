// A program and its resources run in two processes, whose environments may name different credentials.
import { Volume } from 'pulumi-cloud-compute';
import { accountOf } from '../../../../core/configuration';
import type { TestCloud } from '../support/cloud';
import { startCloud } from '../support/cloud';
import { OWNER, collectWarnings, engineOf } from '../support/ending';
import { PROGRAMS } from '../support/program';

let cloud: TestCloud;
let warnings: string[];
beforeEach(async () => {
  cloud = await startCloud();
  warnings = collectWarnings();
});
afterEach(async () => {
  jest.restoreAllMocks();
  delete process.env['CLOUD_COMPUTE_SAME_PROJECT'];
  await cloud.close();
});

/** An engine whose stack was created by this client. */
function engine(clientId: string) {
  const account = accountOf({ baseUrl: cloud.emulator.url, clientId });
  const options = engineOf(cloud, { data: 'a-volume' });
  return {
    ...options,
    answer: (registered: Parameters<NonNullable<typeof options.answer>>[0]) =>
      registered.type.endsWith(':Owner')
        ? { id: OWNER, state: { ...registered.inputs, owner: OWNER, __account: account } }
        : options.answer?.(registered),
  } as typeof options;
}

const program = () => new Volume('data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });

const WARNING = /other credentials.*than those its stack was created with.*environment of the process/s;

describe.each(PROGRAMS)('the end of %s', (_, play) => {
  test('warns if the program has other credentials than its stack', async () => {
    await play(engine('another'), program);
    expect(warnings).toEqual([expect.stringMatching(WARNING)]);
  });

  test('does not warn if both have the same, or if the user says that both are of one project', async () => {
    await play(engine('emulator'), program);
    process.env['CLOUD_COMPUTE_SAME_PROJECT'] = 'emulator';
    await play(engine('another'), program);
    expect(warnings).toEqual([]);
  });
});
