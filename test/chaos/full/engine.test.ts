import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..');

describe('a stack on the real engine, with kills and false replies', () => {
  // The native plugin needs SDKs, which Go compiles the first time.
  jest.setTimeout(600_000);

  it.each(['dynamic', 'native'])(
    'loses and duplicates no billed resource, and changes no foreign resource: %s',
    (door) => {
      const command = path.join(root, 'tools', 'dist', 'chaos.js');
      const args = [command, '--runs', '2', '--seed', '9201', '--door', door];
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const tally: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
      // The output has the seeds and the results of the runs.
      expect({ tally, status, stdout }).toMatchObject({
        tally: {
          door,
          runs: 2,
          failures: 0,
          orphans: 0,
          duplicates: 0,
          leftAfterDestroy: 0,
          bystandersHarmed: 0,
        },
        status: 0,
      });
    },
  );
});
