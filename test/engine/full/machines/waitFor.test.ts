// `up` returns when the machines answer, or says which of them do not and why; the next one waits again.
import { utils } from 'ssh2';
import { doors, dynamic } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(300_000);

const laptop = utils.generateKeyPairSync('ed25519');
const MACHINE = `image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', sshKeyIds: [me.id]`;
const KEYS = `
  const me = new cc.SshKey('me', { key: ${JSON.stringify(laptop.public)} });
  const setup = new cc.StartupScript('setup', { script: '#!/bin/sh\\nsleep 60\\n' });
  const ssh = { port: 2222, privateKey: ${JSON.stringify(laptop.private)} };
  const machine = (name, more, opts) => new cc.Instance(name, { ${MACHINE}, hostname: name, ...more }, opts);`;

const one = (name: string, more: string, opts = '{}') => `machine('${name}', { ${more} }, ${opts});`;
const CLOSED_PORT = 9;
const broken = one('broken', 'startupScriptId: setup.id, waitFor: [{ ssh }]');
const good = one(
  'good',
  'waitFor: [{ port: 2222 }, { http: { port: 8000 } }, { ssh: { ...ssh, command: "true" } }]',
);
const closed = (port: number) =>
  one(
    'closed',
    `waitFor: [{ port: ${String(port)} }]`,
    `{ customTimeouts: { create: '15s', update: '60s' } }`,
  );
const spot = one('spot', `waitFor: [{ port: ${String(CLOSED_PORT)} }], isSpot: true, contract: 'SPOT'`);

/** What a run says at its end; before, it shows the same lines as progress. */
const diagnosticsOf = (output: string): string => output.slice(output.lastIndexOf('Diagnostics:'));

describe.each(doors)('a machine with conditions ($name)', (door) => {
  let environment: TestEnvironment;
  const idsByName = async () =>
    new Map((await environment.cloud.instances.list()).map(({ hostname, id }) => [hostname, id]));

  beforeEach(async () => {
    const emulator = {
      machinesAnswer: true,
      machinePorts: { ssh: 2222, http: 8000 },
      balance: 1_000_000,
    };
    environment = await TestEnvironment.start({ door, program: '', emulator });
  });

  afterEach(() => environment.close());

  it('stays if it does not answer, with the reason, and the next up waits for the same one', async () => {
    const { control } = environment.emulator;
    control.faults.add({ kind: 'scriptFailed', output: 'E: no such package', times: 'always' });
    control.faults.add({ kind: 'evict', seconds: 600, times: 'always' });
    const failure = await environment.failure(KEYS + broken + good + closed(CLOSED_PORT) + spot);
    expect(failure).toMatch(
      /The startup script has failed, with exit code 1\. Its last lines:\s+status: error\s+E: no such package/,
    );
    expect(failure).toMatch(/port 9 did not answer within .*: connection refused/);
    expect(failure).toMatch(
      /the instance is \w+, as a spot machine is after an eviction, while its answer was awaited/,
    );
    expect(failure).toContain('pulumi up --replace');
    expect(failure).not.toContain('PRIVATE KEY');
    const before = await idsByName();
    control.faults.clear();
    control.machines.endScript(before.get('broken') ?? '');
    await environment.up(KEYS + broken + good + closed(2222) + spot.replace('port: 9', 'port: 2222'));
    const after = await idsByName();
    expect([...after.keys()].sort()).toEqual(['broken', 'closed', 'good', 'spot']);
    for (const name of ['broken', 'closed', 'good']) expect(after.get(name)).toBe(before.get(name));
    const keys = control.machines.list().map(({ id, hostKey }) => [id, hostKey]);
    const inState = (await environment.stack.resources()).filter(
      ({ type }) => type === door.typeOf('Instance'),
    );
    for (const name of ['broken', 'good']) {
      const { id, outputs } = inState.find((resource) => resource.id === after.get(name)) ?? {};
      expect(keys).toContainEqual([id, outputs?.['sshHostKey']]);
    }
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });

  it('that nothing waits for is named at preview', async () => {
    const scripted = one('scripted', 'startupScriptId: setup.id') + one('other', 'startupScriptId: setup.id');
    const hint = 'before the startup script has ended. To wait for its end: waitFor: [{ ssh: {} }]';
    const output = await environment.preview(KEYS + scripted);
    expect(diagnosticsOf(output).split(hint)).toHaveLength(2);
    expect(output).toMatch(/returns once (scripted, other|other, scripted) run, before/);
    expect(await environment.preview(KEYS + broken)).not.toContain('before the startup script has ended');
    const unawaited = KEYS + one('fast', 'awaitReady: false, waitFor: [{ ssh }]');
    const seen =
      door === dynamic ? await environment.refusal(unawaited) : await environment.preview(unawaited);
    expect(seen).toMatch(/Nothing waits for waitFor of "?fast"?: with awaitReady: false, only a gate does/);
  });

  it('is one of twenty whose gate waits for all of them', async () => {
    const conditions = 'waitFor: [{ ssh }]';
    const gate =
      door === dynamic
        ? `exports.ready = new cc.Fleet('worker', { count: 20, instance: { ${MACHINE}, ${conditions} } }).machines;`
        : `const all = [...Array(20).keys()].map((index) => machine('worker-' + index, { ${conditions}, awaitReady: false }));
           exports.ready = new cc.InstancesReady('worker', { instanceIds: all.map(({ id }) => id) }).instances;`;
    const { output } = await environment.up(KEYS + gate);
    expect(diagnosticsOf(output).split('is a secret, and the program has it as plain text')).toHaveLength(2);
    expect(await environment.stack.stateText()).not.toContain('PRIVATE KEY');
    const { ready } = await environment.stack.outputs();
    const keys = (ready as { sshHostKey: string }[]).map(({ sshHostKey }) => sshHostKey);
    const shown = environment.emulator.control.machines.list().map(({ hostKey }) => hostKey);
    expect(shown).toHaveLength(20);
    expect(keys.sort()).toEqual(shown.sort());
  });
});
