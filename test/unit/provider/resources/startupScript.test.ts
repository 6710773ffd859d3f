import { checkStartupScript } from '../../../../provider/resources/startupScript';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { callIn, testCloud, messagesOf } from '../checks/testCloud';

jest.mock('../../../../provider/run/progress');

const here = testCloud();

describe('a startup script', () => {
  const check = async (script: string): Promise<string[]> => {
    const call = callIn(here.run);
    return [...messagesOf(await checkStartupScript(call, { script }, undefined)), ...call.warnings];
  };

  test.each([
    '#!/bin/bash\necho hello\n',
    '#cloud-config\npackages: []\n',
    '#!/usr/bin/env python3\r',
    '#!/bin/bash\necho 👩\u200d💻 می\u200cخواهم\n',
    UNKNOWN,
  ])('may be %j', async (script) => {
    await expect(check(script)).resolves.toEqual([]);
  });

  test('gets a warning at preview if its size is assumed to be too large', async () => {
    const head = { name: 'boot', script: '#!/bin/bash\n# «' };
    const fill = 'x'.repeat(1024 * 1024 - Buffer.byteLength(JSON.stringify(head)));
    const largest = { ...head, script: head.script + fill };
    const larger = { ...head, script: `${largest.script}x` };
    const warnings = async (inputs: typeof head) => {
      const call = callIn(here.run);
      expect(await checkStartupScript(call, inputs, undefined)).toEqual([]);
      return call.warnings;
    };
    await expect(warnings(largest)).resolves.toEqual([]);
    await here.run.client.scripts.create(largest);
    await expect(warnings(larger)).resolves.toEqual([
      'script makes the request 1048577 bytes large, and the cloud is assumed to accept at most 1048576: let the script download its large parts',
    ]);
    await expect(here.run.client.scripts.create(larger)).rejects.toThrow('larger than 1 MiB');
  });

  test('must match the program when it is adopted, and is never shown', async () => {
    const id = await here.run.client.scripts.create({
      name: 'theirs',
      script: '#!/bin/sh\nexport TOKEN=hunter2\n',
    });
    const problems = async (name: string, script: string) =>
      messagesOf(await checkStartupScript(callIn(here.run), { name, script, adoptId: id }, undefined));
    await expect(problems('ours', '#!/bin/sh\nexport TOKEN=hunter3\n')).resolves.toEqual([
      `name is "ours", but the startup script ${id} to adopt has "theirs": change the program to match, or leave adoptId out`,
      `script is not the same as in the startup script ${id} to adopt: change the program to match, or leave adoptId out`,
    ]);
    await expect(problems('theirs', '#!/bin/sh\nexport TOKEN=hunter2\n')).resolves.toEqual([]);
  });

  test.each([
    [' \n\t', 'script is blank: set it to the text of the script'],
    ['./boot.sh', 'script is the path of a file, not a script'],
    ['boot.sh', 'script is the path of a file, not a script'],
    ['https://example.com/boot.sh', 'script is an address, not a script'],
    ['#!/bin/bash\r\nexport TOKEN=hunter2\r\n', 'script has Windows line endings'],
    ['#!/bin/bash\nexport TOKEN=hunter2 ID=[object Promise]\n', 'script contains an object or a promise'],
    [
      '#!/bin/bash\necho\u00a0hunter2\n',
      'script has the invisible character U+00A0 (no-break space) at position 5 of line 2',
    ],
    ['\ufeff#!/bin/bash\nexport TOKEN=hunter2\n', 'script begins with a byte order mark (U+FEFF)'],
    ['\n#!/bin/bash\nexport TOKEN=hunter2\n', 'script has blanks or empty lines before its #!'],
  ])('is refused and not shown if it is %j', async (script, says) => {
    const [complaint = '', ...others] = await check(script);
    expect(complaint).toContain(says);
    expect(complaint).not.toContain('hunter2');
    expect(others).toEqual([]);
  });
});
