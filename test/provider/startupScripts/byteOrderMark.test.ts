import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('a startup script', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  // It was sent, and the machine did not find its interpreter.
  test('is created without a byte order mark, which is no change afterwards', async () => {
    const script = '#!/bin/sh\necho hello\n';
    const boot = await stack.up('startupScript', 'boot', { name: 'boot', script: `\ufeff${script}` });
    expect(await stack.cloud.scripts.list()).toMatchObject([{ script }]);
    stack.newProcess();
    expect(await boot.diff()).toMatchObject({ changes: false });
    await boot.refresh();
    expect(await boot.diff()).toMatchObject({ changes: false });
    expect(await boot.diff({ name: 'boot', script })).toMatchObject({ changes: false });
  });
});
