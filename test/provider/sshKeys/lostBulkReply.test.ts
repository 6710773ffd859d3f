// A 404 for a request that names several things does not prove that all of them are gone.
import { InProcessStack } from '../support/inProcessStack';

const KEYS = [
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+b',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+c',
];

describe('a bulk delete whose reply was lost and whose retry gets 404', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('deletes the keys that still exist if somebody else deleted another', async () => {
    const keys = await Promise.all(KEYS.map((key, index) => stack.up('sshKey', `key-${index}`, { key })));
    await stack.cloud.sshKeys.delete(keys[1]?.id ?? '');
    stack.emulator.control.faults.add({ operation: 'DELETE /v1/ssh-keys', kind: 'status', status: 502 });
    await Promise.all(keys.map((key) => key.delete()));
    expect(await stack.cloud.sshKeys.list()).toEqual([]);
  });
});
