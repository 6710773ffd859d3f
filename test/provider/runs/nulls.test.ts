// Languages and generated programs write null for what they leave out.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const PLACE = { locationCode: 'FIN-01', instanceType: 'CPU.4V.16G' };
const MACHINE = { ...PLACE, hostname: 'trainer', image: 'ubuntu-24.04' };
const DATA = { name: 'data', size: 10, type: 'NVMe' };

describe('null inside an input', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  it.each([
    ['tags of an inline volume', 'instance', { ...MACHINE, volumes: [{ ...DATA, tags: null, keep: null }] }],
    ['a name', 'instance', { ...MACHINE, osVolume: { name: null, size: 60 } }],
    ['ids', 'instanceGroup', { ...PLACE, template: { image: 'ubuntu-24.04', sshKeyIds: null } }],
  ] as const)('means the same as an input that is left out: %s', async (_what, kind, args) => {
    const made = await stack.up(kind, 'made', args);
    await made.refresh();
    expect(await made.diff(args)).toMatchObject({ changes: false });
    await made.update({ ...args, description: 'new' });
    await made.refresh();
    expect(await made.diff({ ...args, description: 'new' })).toMatchObject({ changes: false });
  });
});
