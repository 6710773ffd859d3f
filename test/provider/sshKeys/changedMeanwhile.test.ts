// Somebody changes the cloud after the check of a resource and before its create.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me';

describe('a create', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  it('adopts no key that somebody has deleted', async () => {
    const id = await stack.cloud.sshKeys.create({ name: 'me', key: KEY });
    const key = stack.resource('sshKey', 'me', { name: 'me', key: KEY, adoptId: id });
    await expect(key.create(() => stack.cloud.sshKeys.deleteMany([id]))).rejects.toThrow(
      `There is no SSH key with the id "${id}" to adopt (adoptId) in this project.`,
    );
    expect(await stack.cloud.sshKeys.list()).toEqual([]);
  });
});
