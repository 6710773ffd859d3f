// Secrets within arguments are secrets in state, however the program passes them.
import * as pulumi from '@pulumi/pulumi';
import { withSecrets } from '../../../../sdk/pulumi/secretInputs';
import { run, valueOf } from '../support/program';

const PATHS = [['waitFor', 'ssh', 'privateKey']];
const KEY = 'the private key';
let warn: jest.SpyInstance;

beforeEach(async () => {
  warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue(undefined);
  await run();
});
afterEach(() => jest.restoreAllMocks());

const marked = (waitFor: unknown) =>
  (withSecrets({ hostname: 'trainer', waitFor }, PATHS) as { hostname: string; waitFor: unknown }).waitFor;

const condition = (privateKey: unknown) => ({ ssh: { user: 'ubuntu', privateKey } });

it.each([
  ['plain text', [condition(KEY)]],
  ['a promise', [condition(Promise.resolve(KEY))]],
  ['an output', [condition(pulumi.output(KEY))]],
  ['an output of a condition', [pulumi.output(condition(KEY))]],
  ['an output of the list', pulumi.output([condition(KEY)])],
])('%s becomes a secret, and keeps its value', async (_what, waitFor) => {
  const whole = pulumi.output(marked(waitFor));
  expect(await pulumi.isSecret(whole)).toBe(true);
  expect(await valueOf(whole)).toEqual([condition(KEY)]);
});

it.each([
  ['without a key', [{ ssh: { user: 'ubuntu' } }, { port: 22 }]],
  ['without conditions', undefined],
])('a program %s has no secret', async (_what, waitFor) => {
  expect(await pulumi.isSecret(pulumi.output(marked(waitFor)))).toBe(false);
  expect(await valueOf(pulumi.output(marked(waitFor)))).toEqual(waitFor);
});

it('plain text causes one warning, which does not show it; a secret causes none', () => {
  marked([condition(pulumi.secret(KEY))]);
  expect(warn).not.toHaveBeenCalled();
  marked([condition(KEY), condition(KEY)]);
  marked([condition(KEY)]);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('waitFor.ssh.privateKey is a secret')]]);
  expect(JSON.stringify(warn.mock.calls)).not.toContain(KEY);
});
