// After a POST, lists and reads may not show the new resource for some time. That causes no error and loses nothing.
import { InProcessStack } from '../support/inProcessStack';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const GROUP = { locationCode: 'FIN-01', instanceType: 'CPU.4V.16G', template: { image: 'ubuntu-24.04' } };
const KINDS = [
  ['sshKey', 'ssh-keys', { name: 'me', key: KEY }],
  ['startupScript', 'scripts', { name: 'setup', script: '#!/bin/bash\ntrue' }],
  ['instanceGroup', 'instance-groups', { name: 'fleet', ...GROUP }],
] as const;

describe.each(KINDS)('a resource that the cloud shows late: %s', (kind, path, args) => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const all = async () => {
    const { sshKeys, scripts, instanceGroups } = stack.cloud;
    const lists = { sshKey: sshKeys, startupScript: scripts, instanceGroup: instanceGroups };
    return (await lists[kind].list()).map(({ id }) => id);
  };
  /** Lists and reads show the state of the cloud so many seconds ago. */
  const lag = (seconds: number) => {
    for (const operation of [`GET /v1/${path}`, `GET /v1/${path}/*`])
      stack.emulator.control.faults.add({ operation, kind: 'lag', seconds, times: 'always' });
  };
  const showAll = () => {
    stack.emulator.control.faults.clear();
  };

  it('is created without an error, with all its outputs', async () => {
    lag(4);
    const made = await stack.up(kind, 'thing', args);
    showAll();
    expect(await all()).toEqual([made.id]);
    const { outputs } = made;
    await made.refresh();
    expect(outputs).toMatchObject(made.outputs);
  });

  it('stays in state at an immediate refresh', async () => {
    const made = await stack.up(kind, 'thing', args);
    const { faults } = stack.emulator.control;
    faults.add({ operation: `GET /v1/${path}`, kind: 'rewrite', set: { id: 'another' } });
    faults.add({ operation: `GET /v1/${path}/*`, kind: 'status', status: 404 });
    expect(await made.refresh()).toBe(true);
  });

  it('is in state as unfinished if the cloud does not show it for long, and the next `up` continues', async () => {
    lag(3_600);
    const made = stack.resource(kind, 'thing', args);
    await expect(made.create()).rejects.toThrow(/was created, but the cloud does not show it/);
    showAll();
    expect(await all()).toEqual([made.id]);
    stack.newProcess();
    expect(await made.diff()).toMatchObject({ changes: true, replaces: [] });
    await made.update(args);
    expect(await made.diff()).toMatchObject({ changes: false });
    expect(await all()).toEqual([made.id]);
  });

  it('is found if the reply of its create was lost too', async () => {
    lag(6);
    stack.emulator.control.faults.add({ operation: `POST /v1/${path}`, kind: 'reset', when: 'after' });
    const made = await stack.up(kind, 'thing', args);
    showAll();
    expect(await all()).toEqual([made.id]);
  });
});
