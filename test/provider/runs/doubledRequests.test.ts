// A proxy delivers a POST twice: the cloud carries it out twice, and the create gets one answer.
import type { Relay } from '../../relay';
import { relayTo } from '../../relay';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me';
const VOLUME = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};

describe('a POST that is carried out twice', () => {
  let stack: InProcessStack;
  let relay: Relay;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    relay = await relayTo(stack.emulator.url, async ({ method, path }, pass) => {
      if (method === 'POST' && !path.includes('oauth')) await pass();
      return pass();
    });
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    // Only the notes say which of the two was answered: both were created in one millisecond.
    await stack.useHome();
    jest.mocked(warn).mockClear();
  });
  afterEach(async () => {
    await stack.stop();
    await relay.close();
  });

  it.each([
    ['sshKey', 'sshKeys', { name: 'me-0123456', key: KEY }],
    ['startupScript', 'scripts', { name: 'me-0123456', script: '#!/bin/sh\ntrue\n' }],
  ] as const)('leaves one object if the name was generated for it: %s', async (kind, collection, args) => {
    const { id } = await stack.up(kind, 'me', args);
    expect((await stack.cloud[collection].list()).map((one) => one.id)).toEqual([id]);
    expect(warned()).toMatch(/The request was carried out twice.*was removed/);
  });

  it.each([
    ['sshKey', 'sshKeys', { name: 'mine', key: KEY }],
    ['startupScript', 'scripts', { name: 'mine', script: '#!/bin/sh\ntrue\n' }],
  ] as const)(
    'is named once, and nothing is removed, if the program gives the name: %s',
    async (kind, collection, args) => {
      const { id } = await stack.up(kind, 'me', args);
      const others = (await stack.cloud[collection].list()).map((one) => one.id).filter((one) => one !== id);
      expect(others).toHaveLength(1);
      expect(warned().split(others[0] ?? 'none')).toHaveLength(2);
    },
  );

  it.each([
    ['instance', 'instances', MACHINE],
    ['volume', 'volumes', VOLUME],
  ] as const)(
    'is named, with the command that removes it and the advice to remove its tag: %s',
    async (kind, collection, args) => {
      const { id } = await stack.up(kind, 'me', args);
      const listed = (await stack.cloud[collection].list()).map((one) => one.id);
      const [other = 'none'] = listed.filter((one) => one !== id);
      expect(listed).toHaveLength(2);
      expect(warned()).toContain(`orphans remove --force ${other}`);
      expect(warned()).toContain('remove that tag');
      // Destroy, too, only names it.
      await stack.deleteOwner();
      expect((await stack.cloud[collection].get(other)).status).toMatch(/running|detached|provisioning/);
    },
  );
});
