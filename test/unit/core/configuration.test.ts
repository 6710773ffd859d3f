import { CloudComputeClient, ConfigurationError } from '../../../api';
import { clientOptionsOf } from '../../../core/configuration';

const configuration = {
  baseUrl: 'https://api.example.com',
  clientId: 'a',
  clientSecret: 'secret',
  credentialSource: 'environment',
} as const;

describe('an error of a client of a configuration', () => {
  test.each([
    [{ baseUrl: 'api.example.com' }, 'Set cloudCompute:baseUrl (or CLOUD_COMPUTE_BASE_URL) to an address'],
    [{ clientId: '' }, 'Set CLOUD_COMPUTE_CLIENT_ID and CLOUD_COMPUTE_CLIENT_SECRET.'],
    [
      { clientId: '', credentialSource: 'config' as const },
      'Set cloudCompute:clientId and cloudCompute:clientSecret',
    ],
  ])('names the settings of the stack: %j', (wrong, advice) => {
    const make = () => new CloudComputeClient(clientOptionsOf({ ...configuration, ...wrong }));
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(advice);
  });

  test('names the options of the client if there is no configuration', () => {
    expect(() => new CloudComputeClient({ ...configuration, baseUrl: 'api.example.com' })).toThrow(
      'Set baseUrl to an address such as https://api.example.com.',
    );
  });
});
