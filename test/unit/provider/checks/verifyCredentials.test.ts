import { verifyCredentials } from '../../../../provider/checks/verifyCredentials';
import { TestCloud, callIn, messagesOf } from './testCloud';

let cloud: TestCloud;

beforeAll(async () => {
  cloud = await TestCloud.start();
});
afterAll(() => cloud.close());

const problemsWith = async (config: Record<string, string>): Promise<string[]> => {
  const call = callIn(cloud.run(config));
  const { problems } = await verifyCredentials(call);
  expect(call.warnings).toEqual([]);
  return messagesOf(problems);
};

test('the check reports no problems if the stack can reach the cloud', async () => {
  await expect(problemsWith({})).resolves.toEqual([]);
});

test('the check does not fetch the balance again', async () => {
  const run = cloud.run();
  const balance = jest.spyOn(run.client.account, 'balance');
  const call = callIn(run);
  await verifyCredentials(call);
  await verifyCredentials(call);
  expect(balance).toHaveBeenCalledTimes(1);
});

test('the check names missing settings with the ways to set them', async () => {
  await expect(
    problemsWith({ 'cloudCompute:clientId': '', 'cloudCompute:clientSecret': '' }),
  ).resolves.toEqual([
    expect.stringMatching(
      /^The cloud cannot be reached without cloudCompute:clientId, cloudCompute:clientSecret\. Set /,
    ),
  ]);
});

test('the check reports a wrong secret without showing it', async () => {
  const [problem = '', ...others] = await problemsWith({ 'cloudCompute:clientSecret': 'hunter2' });
  expect(problem).toMatch(/^The cloud refused the credentials/);
  expect(problem).not.toContain('hunter2');
  expect(others).toEqual([]);
});

test('the check reports problems once, for the first resource that is checked', async () => {
  const run = cloud.run({ 'cloudCompute:clientSecret': 'hunter2' });
  const [first, second] = await Promise.all([
    verifyCredentials(callIn(run)),
    verifyCredentials(callIn(run, 'other')),
  ]);
  expect(first).toMatchObject({ isVerified: false, problems: [{ path: '' }] });
  expect(second).toEqual({ isVerified: false, problems: [] });
});

test('the check reports an address where no server answers', async () => {
  await expect(problemsWith({ 'cloudCompute:baseUrl': 'http://127.0.0.1:1' })).resolves.toEqual([
    expect.stringMatching(/^No answer from http:\/\/127\.0\.0\.1:1: connection refused\./),
  ]);
});

test('the check reports an invalid address', async () => {
  await expect(problemsWith({ 'cloudCompute:baseUrl': 'api.example.com' })).resolves.toHaveLength(1);
});

test.each(['off', 'false'])('the check does nothing with planChecks: %s', async (planChecks) => {
  await expect(
    problemsWith({ 'cloudCompute:planChecks': planChecks, 'cloudCompute:baseUrl': 'http://127.0.0.1:1' }),
  ).resolves.toEqual([]);
});

test('the check reports invalid values of settings, and names the allowed values', async () => {
  const wrong = {
    'cloudCompute:planChecks': 'no',
    'cloudCompute:requireCapacity': 'yes',
    'cloudCompute:defaultTags': 'team=research',
  };
  await expect(problemsWith(wrong)).resolves.toEqual([
    'cloudCompute:defaultTags must be an object: `pulumi config set --path cloudCompute:defaultTags.team research`',
    'cloudCompute:planChecks must be on or off or true or false',
    'cloudCompute:requireCapacity must be true or false',
  ]);
});
