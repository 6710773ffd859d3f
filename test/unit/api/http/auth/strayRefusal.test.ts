// A single refusal by the token endpoint does not prove that the credentials are wrong.
import { AuthenticationError, CloudComputeClient } from '../../../../../api';
import type { Answer } from '../../cloud';
import { Cloud, token } from '../../cloud';

const REFUSED: Answer = { status: 401, body: { code: 'unauthorized_request', message: 'Who are you?' } };
const TOKEN = 'POST /v1/oauth2/token';

describe('a token endpoint that rejects the credentials', () => {
  let cloud: Cloud;
  let client: CloudComputeClient;
  let refusals: number;

  beforeEach(async () => {
    cloud = await Cloud.start(({ url }) => {
      if (url !== '/v1/oauth2/token') return { body: [] };
      refusals -= 1;
      return refusals < 0 ? token() : REFUSED;
    });
    client = new CloudComputeClient({ baseUrl: cloud.url, clientId: 'me', clientSecret: 'secret' });
  });

  afterEach(async () => {
    client.close();
    await cloud.stop();
  });

  it('is called once more, for all callers', async () => {
    refusals = 1;
    await Promise.all([client.instances.list(), client.volumes.list(), client.sshKeys.list()]);
    expect(cloud.of(TOKEN)).toHaveLength(2);
  });

  it('ends the retries with its second refusal', async () => {
    refusals = 3;
    await expect(client.instances.list()).rejects.toBeInstanceOf(AuthenticationError);
    expect(cloud.of(TOKEN)).toHaveLength(2);
  });
});
