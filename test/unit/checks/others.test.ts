import { checkInstanceGroup } from '../../../provider/resources/instanceGroup/check';
import { checkSshKey } from '../../../provider/resources/sshKey';
import { checkStartupScript } from '../../../provider/resources/startupScript';
import { checkTag } from '../../../provider/resources/tag';
import type { InstanceGroupInputs } from '../../../provider/resources/instanceGroup';
import { UNKNOWN } from '../../../provider/schema/unknown';
import { keys } from './publicKeys';
import { NOBODY, callIn, testCloud, told } from './testCloud';

jest.mock('../../../provider/session/progress');

const here = testCloud();

describe('an instance group', () => {
  const right: InstanceGroupInputs = {
    name: 'servers',
    locationCode: 'FIN-01',
    instanceType: '1A100.22V',
    template: { image: 'ubuntu-24.04' },
  };
  const problems = async (
    inputs: Partial<InstanceGroupInputs>,
    olds?: Partial<InstanceGroupInputs>,
  ): Promise<string[]> => told(await checkInstanceGroup(callIn(here.session), { ...right, ...inputs }, olds));

  test('that is right has no problems', async () => {
    await expect(problems({})).resolves.toEqual([]);
  });

  test('is told everything that is wrong with it', async () => {
    const wrong = {
      locationCode: 'FIN-1',
      instanceType: '1A100.22',
      template: { image: 'ubuntu-24.4', sshKeyIds: [NOBODY], startupScriptId: NOBODY },
    };
    await expect(problems(wrong)).resolves.toEqual([
      'instanceType "1A100.22" is not an instance type: did you mean "1A100.22V"?',
      'locationCode "FIN-1" is not a location: did you mean "FIN-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
      'template.image "ubuntu-24.4" is not an image for instances: did you mean "ubuntu-24.04"?',
      `template.sshKeyIds[0] "${NOBODY}" is the id of no SSH key in this project: there is none at all`,
      `template.startupScriptId "${NOBODY}" is the id of no startup script in this project: there is none at all`,
    ]);
  });

  test('has an image that its type supports', async () => {
    await expect(problems({ template: { image: 'ubuntu-24.04-confidential' } })).resolves.toEqual([
      expect.stringMatching(/^template\.image "ubuntu-24\.04-confidential" does not run on 1A100\.22V/),
    ]);
  });

  test('has a name of its own, unless this stack manages the other one', async () => {
    const { id } = await here.session.client.instanceGroups.create({
      name: 'taken',
      description: '',
      location_code: 'FIN-01',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    await expect(problems({ name: 'taken' })).resolves.toEqual([
      expect.stringContaining(
        `name is the name of the instance group ${id} already: choose another one, or take that group over with adoptId. If this resource was renamed`,
      ),
    ]);
    await expect(problems({ name: 'taken' }, { ...right, name: 'taken' })).resolves.toEqual([]);
    here.session.knownIds.add(id);
    await expect(problems({ name: 'taken' })).resolves.toEqual([]);
  });

  test('to take over is what the program says', async () => {
    const { id } = await here.session.client.instanceGroups.create({
      name: 'other',
      description: '',
      location_code: 'FIN-02',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-22.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `locationCode is "FIN-01", but the instance group ${id} to take over has "FIN-02": say that, or leave adoptId out`,
      `template.image is "ubuntu-24.04", but the instance group ${id} to take over has "ubuntu-22.04": say that, or leave adoptId out`,
    ]);
  });
});

describe('an SSH key', () => {
  const check = async (
    key: string,
    olds?: { key: string },
  ): Promise<{ problems: string[]; warnings: string[] }> => {
    const call = callIn(here.session);
    return { problems: told(await checkSshKey(call, { key }, olds)), warnings: call.warnings };
  };

  test('that can be read has no problems', async () => {
    await expect(check(keys.ed25519.text)).resolves.toEqual({ problems: [], warnings: [] });
    await expect(check(UNKNOWN)).resolves.toEqual({ problems: [], warnings: [] });
  });

  test('that cannot be read is told, and never repeated', async () => {
    await expect(check('~/.ssh/id_ed25519.pub')).resolves.toEqual({
      problems: ['key is the path of a file, not a key. Read the file: fs.readFileSync(path, "utf8").'],
      warnings: [],
    });
  });

  test('that is weak is a warning', async () => {
    const { problems, warnings } = await check(keys.dsa.text);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^key is a DSA key/)]);
  });

  test('that is in use already is left alone', async () => {
    await expect(check('nonsense', { key: 'nonsense' })).resolves.toEqual({
      problems: [],
      warnings: [],
    });
  });

  test('to take over exists', async () => {
    const inputs = { key: keys.ed25519.text, adoptId: NOBODY };
    await expect(checkSshKey(callIn(here.session), inputs, undefined).then(told)).resolves.toEqual([
      `adoptId "${NOBODY}" is the id of no SSH key in this project: there is none at all`,
    ]);
  });

  test('to take over is what the program says', async () => {
    const id = await here.session.client.sshKeys.create({ name: 'theirs', key: keys.ed25519.text });
    const problems = async (inputs: { name?: string; key: string }) =>
      told(await checkSshKey(callIn(here.session), { ...inputs, adoptId: id }, undefined));
    await expect(problems({ name: 'ours', key: keys.rsa.text })).resolves.toEqual([
      `key is another one than that of the SSH key ${id} to take over: say that, or leave adoptId out`,
      `name is "ours", but the SSH key ${id} to take over has "theirs": say that, or leave adoptId out`,
    ]);
    await expect(problems({ name: 'theirs', key: `${keys.ed25519.text} comment` })).resolves.toEqual([]);
  });
});

describe('a startup script', () => {
  const check = async (script: string): Promise<string[]> => {
    const call = callIn(here.session);
    return [...told(await checkStartupScript(call, { script }, undefined)), ...call.warnings];
  };

  test.each([
    '#!/bin/bash\necho hello\n',
    '#cloud-config\npackages: []\n',
    '#!/usr/bin/env python3\r',
    UNKNOWN,
  ])('%j is fine', async (script) => {
    await expect(check(script)).resolves.toEqual([]);
  });

  test('to take over is what the program says, and nothing of it is repeated', async () => {
    const id = await here.session.client.scripts.create({
      name: 'theirs',
      script: '#!/bin/sh\nexport TOKEN=hunter2\n',
    });
    const problems = async (name: string, script: string) =>
      told(await checkStartupScript(callIn(here.session), { name, script, adoptId: id }, undefined));
    await expect(problems('ours', '#!/bin/sh\nexport TOKEN=hunter3\n')).resolves.toEqual([
      `name is "ours", but the startup script ${id} to take over has "theirs": say that, or leave adoptId out`,
      `script is another one than that of the startup script ${id} to take over: say that, or leave adoptId out`,
    ]);
    await expect(problems('theirs', '#!/bin/sh\nexport TOKEN=hunter2\n')).resolves.toEqual([]);
  });

  test.each([
    ['./boot.sh', 'script is the path of a file, not a script'],
    ['boot.sh', 'script is the path of a file, not a script'],
    ['https://example.com/boot.sh', 'script is an address, not a script'],
    ['#!/bin/bash\r\nexport TOKEN=hunter2\r\n', 'script has the line ends of Windows'],
    ['\n#!/bin/bash\nexport TOKEN=hunter2\n', 'script has blanks or empty lines before its #!'],
  ])('%j is told, and nothing of it is repeated', async (script, says) => {
    const [complaint = '', ...others] = await check(script);
    expect(complaint).toContain(says);
    expect(complaint).not.toContain('hunter2');
    expect(others).toEqual([]);
  });
});

describe('a tag', () => {
  test('is carried by something that exists', async () => {
    const inputs = { resourceType: 'volume' as const, resourceId: NOBODY, key: 'team' };
    await expect(checkTag(callIn(here.session), inputs, undefined).then(told)).resolves.toEqual([
      `resourceId "${NOBODY}" is the id of no volume in this project: there is none at all`,
    ]);
  });

  test('finds a place where there are nine, and none where there are ten', async () => {
    const create = (count: number): Promise<string> =>
      here.session.client.volumes.create({
        name: 'data',
        size: 10,
        type: 'NVMe',
        location_code: 'FIN-01',
        tags: Array.from({ length: count }, (_, index) => ({ key: `key${String(index)}` })),
      });
    const problems = async (resourceId: string, key: string): Promise<string[]> =>
      told(await checkTag(callIn(here.session), { resourceType: 'volume', resourceId, key }, undefined));
    await expect(problems(await create(9), 'team')).resolves.toEqual([]);
    const full = await create(10);
    await expect(problems(full, 'KEY3')).resolves.toEqual([]);
    await expect(problems(full, 'team')).resolves.toEqual([
      `resourceId the volume ${full} carries 10 tags already, which is as many as it can`,
    ]);
  });

  test('leaves the keys of this package alone', async () => {
    const inputs = { resourceType: 'instance' as const, resourceId: UNKNOWN, key: 'pulumi-pending' };
    await expect(checkTag(callIn(here.session), inputs, undefined).then(told)).resolves.toEqual([
      'key is a key that this package uses for its own notes: choose another one',
    ]);
  });

  test('on what goes away is refused, and one that takes the place of another is told', async () => {
    const client = here.session.client;
    const made = await client.volumes.create({
      ...{ name: 'tagged', size: 10, type: 'NVMe', location_code: 'FIN-01' },
      tags: [{ key: 'team', value: 'theirs' }],
    });
    const call = callIn(here.session);
    const tag = { resourceType: 'volume', resourceId: made, key: 'Team' } as const;
    await expect(checkTag(call, { ...tag, value: 'theirs' }, undefined)).resolves.toEqual([]);
    expect(call.warnings).toEqual([]);
    await expect(checkTag(call, { ...tag, value: UNKNOWN }, undefined)).resolves.toEqual([]);
    expect(call.warnings).toEqual([]);
    await expect(checkTag(call, { ...tag, value: 'ours' }, undefined)).resolves.toEqual([]);
    expect(call.warnings).toEqual([
      `key is on the volume ${made} already, with another value, which this one takes the place of`,
    ]);
    await client.volumes.delete(made);
    await expect(checkTag(callIn(here.cloud.session()), tag, undefined).then(told)).resolves.toEqual([
      `resourceId the volume ${made} is deleted: give one that stays, or leave the tag out`,
    ]);
  });
});
