// Any text of a program may be a secret; the API and this client cannot know which.
import { startEmulator } from 'cloud-compute-emulator';
import type { CloudComputeError } from '../../../../../api';
import { CloudComputeClient } from '../../../../../api';
import type { Answer } from '../../cloud';
import { Cloud, withToken } from '../../cloud';

const credentials = { clientId: 'emulator', clientSecret: 'emulator' };

describe('the log at the level trace', () => {
  test('shows no description and no tag, neither of requests nor of responses', async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string) => lines.push(JSON.stringify({ message, ...fields }));
    const emulator = await startEmulator({ timeScale: 1_000 });
    const client = new CloudComputeClient({
      ...credentials,
      baseUrl: emulator.url,
      logger: { trace: write, debug: write, info: write, warn: write },
    });
    const tags = [{ key: 'canary-key', value: 'canary' }];
    const id = await client.instances.deploy({
      hostname: 'trainer',
      description: 'canary of a description',
      image: 'ubuntu-24.04',
      instance_type: 'CPU.4V.16G',
      location_code: 'FIN-01',
      os_volume: { name: 'os', size: 50 },
      tags,
    });
    await client.tags.add('instances', id, { key: 'another-canary', value: 'canary' });
    const [found] = await client.instances.list({ tags: ['canary-key=canary'] });
    client.close();
    await emulator.close();

    expect(found).toMatchObject({ description: 'canary of a description' });
    const [request = '', ...others] = lines.filter((line) => line.includes('"POST /v1/instances"'));
    expect(request).toContain('"instance_type":"CPU.4V.16G"');
    expect(request).toContain('"description":"[redacted]"');
    expect(others).not.toEqual([]);
    expect(lines.filter((line) => line.includes('canary'))).toEqual([]);
  });
});

describe('an error of the cloud that quotes a script', () => {
  const SCRIPT = `#!/bin/bash
# Sets the machine up.
export REGISTRY_TOKEN="s3cr3t-canary"
curl -u 'me:hush' https://registry.example.com/v2/
`;

  /** The client's message when the cloud answers the creation of the script like this. */
  async function errorFor(answer: Answer): Promise<CloudComputeError> {
    const cloud = await Cloud.start(withToken(() => ({ status: 400, ...answer })));
    const client = new CloudComputeClient({ ...credentials, baseUrl: cloud.url });
    try {
      return await client.scripts.create({ name: 'setup', script: SCRIPT }).then(
        () => Promise.reject(new Error('There was no error.')),
        (error: unknown) => error as CloudComputeError,
      );
    } finally {
      client.close();
      await cloud.stop();
    }
  }

  test.each([
    ['a line', 'not allowed: export REGISTRY_TOKEN="s3cr3t-canary"', 'not allowed: [redacted]'],
    ['a part of a line', 'bad token s3cr3t-ca… at 3', 'bad token [redacted]… at 3'],
    ['several lines in one', "near `canary\" curl -u 'me:hush' https:`", 'near `[redacted]`'],
    ['an escaped text', 'got canary\\"\\ncurl -u', 'got [redacted]'],
    ['another case', 'UNKNOWN: REGISTRY_TOKEN=\\"S3CR3T-CANARY\\"', 'UNKNOWN: [redacted]'],
    ['a word in quotation marks', "user 'me', password 'hush'", "user '[redacted]', password '[redacted]'"],
    ['nothing of it', 'The name is taken', 'The name is taken'],
  ])('shows none of it quoted as %s', async (_, message, shown) => {
    const error = await errorFor({ body: { code: 'invalid_request', message } });
    expect(error.detail).toBe(shown);
    expect(error.message).toBe(`POST /v1/scripts was answered with 400 invalid_request: ${shown}.`);
  });

  test('shows none of it quoted on the page of a proxy', async () => {
    const error = await errorFor({ body: `<h1>Blocked</h1> <p>${SCRIPT}</p>` });
    expect(error.message).toContain('Blocked [redacted]');
    expect(error.message).not.toMatch(/canary|hush|registry/i);
  });
});
