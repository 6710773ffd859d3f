import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

describe('a preview', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('reports that the members of a group keep their present settings', async () => {
    const template = { image: 'ubuntu-24.04', osVolume: { size: 60 } };
    const group = { instanceType: '1V100.6V', locationCode: 'FIN-01', template };
    const servers = await stack.up('instanceGroup', 'servers', group);
    const { id } = await stack.up('startupScript', 'boot', { script: '#!/bin/sh\ntrue\n' });
    const wanted = { ...group, template: { ...template, startupScriptId: id } };
    expect(await warnedBy(() => servers.diff(wanted))).not.toContain('Members');
    await stack.up('instance', 'server', { instanceGroupId: servers.id });
    stack.newProcess();
    expect(await warnedBy(() => servers.diff(wanted))).toContain('Existing members (1) keep');
  });
});
