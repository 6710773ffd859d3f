import { checkSshKey } from '../../../../provider/resources/sshKey';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { keys } from '../../core/validation/publicKeys';
import { UNKNOWN_ID, callIn, testCloud, messagesOf } from '../checks/testCloud';

jest.mock('../../../../provider/run/progress');

const here = testCloud();

describe('an SSH key', () => {
  const check = async (
    key: string,
    olds?: { key: string },
  ): Promise<{ problems: string[]; warnings: string[] }> => {
    const call = callIn(here.run);
    return { problems: messagesOf(await checkSshKey(call, { key }, olds)), warnings: call.warnings };
  };

  test('has no problems when it can be parsed', async () => {
    await expect(check(keys.ed25519.text)).resolves.toEqual({ problems: [], warnings: [] });
    await expect(check(UNKNOWN)).resolves.toEqual({ problems: [], warnings: [] });
  });

  test('is refused, and never shown, when it cannot be parsed', async () => {
    await expect(check('~/.ssh/id_ed25519.pub')).resolves.toEqual({
      problems: [
        'key is the path of a file, not a key. Pass the text of the file: fs.readFileSync(path, "utf8") in TypeScript, open(path).read() in Python, fn::readFile in YAML.',
      ],
      warnings: [],
    });
  });

  test('causes a warning when it is weak', async () => {
    const { problems, warnings } = await check(keys.dsa.text);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^key is a DSA key/)]);
  });

  test('is not checked again when it is in use already', async () => {
    await expect(check('nonsense', { key: 'nonsense' })).resolves.toEqual({
      problems: [],
      warnings: [],
    });
  });

  test('must exist to be adopted', async () => {
    const inputs = { key: keys.ed25519.text, adoptId: UNKNOWN_ID };
    await expect(checkSshKey(callIn(here.run), inputs, undefined).then(messagesOf)).resolves.toEqual([
      `adoptId "${UNKNOWN_ID}" is not the id of any SSH key in this project: this project has none`,
    ]);
  });

  test('must match the program when it is adopted', async () => {
    const id = await here.run.client.sshKeys.create({ name: 'theirs', key: keys.ed25519.text });
    const problems = async (inputs: { name?: string; key: string }) =>
      messagesOf(await checkSshKey(callIn(here.run), { ...inputs, adoptId: id }, undefined));
    await expect(problems({ name: 'ours', key: keys.rsa.text })).resolves.toEqual([
      `key is not the same as in the SSH key ${id} to adopt: change the program to match, or leave adoptId out`,
      `name is "ours", but the SSH key ${id} to adopt has "theirs": change the program to match, or leave adoptId out`,
    ]);
    await expect(problems({ name: 'theirs', key: `${keys.ed25519.text} comment` })).resolves.toEqual([]);
  });
});
