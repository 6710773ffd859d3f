// The name of the explicit provider belongs to the process, so these tests have a file of their own.
import { nameSettingsOfProvider } from '../../../core/configuration';
import { verifyCredentials } from '../../../provider/checks/verifyCredentials';
import { TestCloud, callIn, messagesOf } from '../provider/checks/testCloud';

let cloud: TestCloud;

beforeAll(async () => {
  cloud = await TestCloud.start();
  nameSettingsOfProvider('eu');
});
afterAll(() => cloud.close());

test('the refusal of another account names the explicit provider, and no config of the stack', () => {
  const { message } = cloud.run().account.notFound('volume', 'a-volume');
  expect(message).toContain(
    'CLOUD_COMPUTE_ACCEPT_ACCOUNT=<current client id>, or with the setting acceptAccount of the provider "eu".',
  );
  expect(message).not.toMatch(/config|cloudCompute:/);
});

test('the refusal of a setting names the explicit provider', async () => {
  const run = cloud.run({ 'cloudCompute:requireCapacity': 'yes' });
  expect(messagesOf((await verifyCredentials(callIn(run))).problems)).toEqual([
    'requireCapacity of the provider "eu" must be true or false',
  ]);
});
