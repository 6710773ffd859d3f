// In a preview an input is unknown if it comes from a resource that changes: then its value may stay as it is.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const SCRIPT = { name: 'boot', script: '#!/bin/sh\ntrue\n' };

describe('a preview of an existing resource with an unknown input', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  it('says that it is replaced only if the value changes', async () => {
    const script = await stack.up('startupScript', 'boot', SCRIPT);
    stack.newProcess();
    expect(await warnedBy(() => script.diff({ ...SCRIPT, script: UNKNOWN }))).toBe(
      'The value of script is not known yet: the startup script is replaced only if the value changes.',
    );
    expect((await script.diff({ ...SCRIPT, script: UNKNOWN })).replaces).toEqual(['script']);
  });

  it('says nothing of that if another input replaces it anyway, or a known part of the input', async () => {
    const script = await stack.up('startupScript', 'boot', SCRIPT);
    stack.newProcess();
    expect(await warnedBy(() => script.diff({ name: 'other', script: UNKNOWN }))).not.toContain('only if');
    const changed = (sharedVolume: object) => ({
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
      ...{ sshKeyIds: [], sharedVolume },
    });
    const cluster = await stack.up('cluster', 'train', changed({ name: 'share', size: 1000 }));
    expect(await warnedBy(() => cluster.diff(changed({ name: UNKNOWN, size: 2000 })))).not.toContain(
      'only if',
    );
    expect(await warnedBy(() => cluster.diff(changed({ name: UNKNOWN, size: 1000 })))).toContain(
      'The value of sharedVolume is not known yet: the cluster is replaced only if the value changes.',
    );
  });

  it('advises no replacement of a machine, whose value is stored for the next one', async () => {
    const { id } = await stack.up('startupScript', 'boot', SCRIPT);
    const args = { ...MACHINE, startupScriptId: id, description: 'one' };
    const machine = await stack.up('instance', 'trainer', args);
    stack.newProcess();
    for (const unknown of [{ startupScriptId: UNKNOWN }, { description: UNKNOWN }, { coupon: UNKNOWN }])
      expect(await warnedBy(() => machine.diff({ ...args, ...unknown }))).toBe('');
    expect(
      await warnedBy(() => machine.diff({ ...args, startupScriptId: UNKNOWN, description: 'two' })),
    ).toContain('replaceOn: ["description"]');
  });

  it('does not refuse an adopted one, whose value may stay', async () => {
    const { id } = await stack.up('startupScript', 'boot', SCRIPT);
    const adopted = await stack.up('startupScript', 'theirs', { ...SCRIPT, adoptId: id });
    stack.newProcess();
    const args = { ...SCRIPT, adoptId: id, script: UNKNOWN };
    expect(await warnedBy(() => adopted.diff(args))).toContain('only if the value changes');
    await expect(adopted.diff({ ...args, script: 'other' })).rejects.toThrow('cannot change in place');
  });
});
