// The built command against the emulator, as a user runs it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Report } from '../../../../../cli/orphans/report';
import { intentLogIn } from '../../../../../core/orphans/intentLog';
import { Posts } from '../../../../../provider/run/posts';
import { hasTerminals, runOnTerminal } from '../../command';
import { HOUR_MS, OWNER, URN, orphansInACloud } from './orphansInACloud';

const { here, credentials, run, stateOf, tag, orderMachine, orderVolume, billed, pass } = orphansInACloud();

describe('orphans', () => {
  it('lists things that have a pending tag, with price, age, owner and stack', async () => {
    const id = await orderMachine();
    await orderVolume([]);
    pass(3 * HOUR_MS);
    const { stdout, code } = await run(['orphans']);
    const [headings, line, ...more] = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(headings).toMatch(/^KIND +NAME +ID +PER HOUR +AGE +OWNER +STACK$/);
    expect(line).toMatch(
      new RegExp(`^instance +trainer +${id} +0\\.1381 +3 h +${OWNER} +[0-9a-f]{8} +with 2 volumes$`),
    );
    expect(more).toEqual([]);
  });

  it('shows project, stack and resource where a run on this computer has ordered it', async () => {
    const pending = tag();
    await orderVolume([pending]);
    const environment = { PULUMI_HOME: here.folder };
    const reports = async () =>
      JSON.parse((await run(['orphans', '--json'], environment)).stdout) as Report[];
    expect(await reports()).toMatchObject([{ urn: null }]);
    new Posts(intentLogIn(environment)).add(pending.value, URN);
    expect(await reports()).toMatchObject([{ urn: URN, owner: OWNER }]);
    expect((await run(['orphans'], environment)).stdout).toMatch(/ test\/dev +resource trainer$/m);
  });

  it('escapes control characters of names', async () => {
    const order = { size: 10, type: 'NVMe' as const, location_code: 'FIN-01', tags: [tag()] };
    const id = await here.cloud.client.volumes.create({ ...order, name: 'data\n\u001b[2K\u009b\u202e' });
    const escaped = 'data\\u000a\\u001b[2K\\u009b\\u202e';
    expect((await run(['orphans'])).stdout.split('\n')[1]?.split(/ {2,}/)[1]).toBe(escaped);
    const { stdout: json } = await run(['orphans', '--json']);
    expect(json).toContain('"data\\n\\u001b[2K\\u009b\\u202e"');
    expect(JSON.parse(json)).toMatchObject([{ name: 'data\n\u001b[2K\u009b\u202e' }]);
    const { stderr } = await run(['orphans', 'remove', '--state', stateOf(id), '--yes', id]);
    expect(stderr).toContain(`volume ${escaped} (${id}): is in the state`);
  });

  it('ends after an error without further requests', async () => {
    const { faults, requests } = here.cloud.emulator.control;
    faults.add({ kind: 'status', status: 403, operation: 'listInstances', times: 'always' });
    faults.add({ kind: 'status', status: 503, operation: 'GET /v1/volumes', times: 'always' });
    const { code, stderr } = await run(['orphans']);
    expect(code).toBe(1);
    expect(stderr).toContain('403');
    // Alone, the second error is retried several times.
    expect(requests.counts()['listVolumes'] ?? 0).toBeLessThanOrEqual(2);
  });

  it('says that there are no orphans', async () => {
    expect(await run(['orphans'])).toEqual({
      ...{ code: 0, stderr: '', stdout: 'No resource in this project has a pending tag.\n' },
    });
  });

  it('marks things in a state, copied tags and tags of other versions', async () => {
    const [known, copied, old] = await Promise.all([
      orderVolume(),
      orderVolume([tag({}, here.cloud.emulator.clock.now() - HOUR_MS)]),
      orderVolume([{ key: 'pulumi-pending', value: `3.${OWNER}.01234567.0123456789abcdef.drop.new` }]),
    ]);
    const { stdout } = await run(['orphans', '--json', '--state', stateOf(known)]);
    const reports = new Map((JSON.parse(stdout) as Report[]).map((report) => [report.id, report]));
    expect(reports.get(known)).toMatchObject({
      kind: 'volume',
      inState: URN,
      isItsOwnTag: true,
      owner: OWNER,
    });
    expect(reports.get(copied)).toMatchObject({ inState: null, isItsOwnTag: false });
    expect(reports.get(old)).toMatchObject({ inState: null, isItsOwnTag: null, stack: null });
  });
});

(hasTerminals ? describe : describe.skip)('orphans remove on a terminal', () => {
  it.each([
    ['y', 'y\r', []],
    ['yes, in capitals', 'YES\r', []],
    ['n', 'n\r', ['data']],
    ['nothing', '\r', ['data']],
    ['something else', 'yellow\r', ['data']],
    ['Ctrl-D', '\u0004', ['data']],
    ['Ctrl-C', '\u0003', ['data']],
  ])('shows the things to be removed, asks, and follows the answer %s', async (_, answer, left) => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const { code, screen } = await runOnTerminal(
      ['orphans', 'remove', '--state', stateOf(), id],
      credentials(),
      { answer },
    );
    expect(code).toBe(0);
    expect(screen).toMatch(
      new RegExp(`^These will be removed:\\r\\n {2}volume data \\(${id}\\), .* per hour, since .*\\r\\n`),
    );
    expect(screen).toContain('Remove them? [y/N]');
    expect(screen).toContain(left.length === 0 ? `Removed the volume data (${id}).` : 'Nothing was removed.');
    pass(60_000);
    expect(await billed()).toEqual(left);
  });

  it('names the volumes that will stay billed before it asks', async () => {
    const id = await orderMachine([{ key: 'pulumi-pending', value: `3.${OWNER}.a.0123456789abcdef.drop.x` }]);
    pass(2 * HOUR_MS);
    const { os_volume_id: osVolume } = await here.cloud.client.instances.get(id);
    const { screen } = await runOnTerminal(
      ['orphans', 'remove', '--state', stateOf(), '--force', id],
      credentials(),
      { answer: 'n\r' },
    );
    const [question = ''] = screen.split('[y/N]');
    expect(question).toContain('These other volumes on them will be detached, and stay billed:');
    expect(question).toContain(`(${String(osVolume)})`);
    expect(await billed()).toHaveLength(3);
  });

  it('shows what it does and for how long, and removes that line again', async () => {
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    const { screen } = await runOnTerminal(
      ['orphans', 'remove', '--state', stateOf(), '--yes', id],
      credentials(),
    );
    expect(screen).toMatch(new RegExp(`Removing 1 of 1: instance trainer \\(${id}\\), \\d+ s`));
    const shown = screen.slice(screen.lastIndexOf('\u001b[2K'));
    expect(shown).not.toContain('Removing');
    expect(shown).toMatch(new RegExp(`Removed the instance trainer \\(${id}\\)`));
  });
});

describe('bad input', () => {
  const state = (text: string) => () => {
    const file = path.join(here.folder, 'bad.json');
    writeFileSync(file, text);
    return ['orphans', '--state', file];
  };

  it.each<[string, () => string[], NodeJS.ProcessEnv, RegExp]>([
    ['no state', () => ['orphans', 'remove', 'x', '--yes'], {}, /Without --state the command cannot check/],
    ['no terminal for the question', () => ['orphans', 'remove', 'x', '--state', stateOf()], {}, /add --yes/],
    ['a missing state file', () => ['orphans', '--state', 'missing.json'], {}, /there is no such file/],
    ['a state that is not JSON', state('{'), {}, /it is not JSON/],
    ['a state without a deployment', state('[]'), {}, /it has no deployment/],
    [
      'a missing variable',
      () => ['orphans'],
      { CLOUD_COMPUTE_CLIENT_ID: '' },
      /CLOUD_COMPUTE_CLIENT_ID must be set/,
    ],
    ['wrong credentials', () => ['orphans'], { CLOUD_COMPUTE_CLIENT_SECRET: 'wrong' }, /credentials/],
  ])('gets an error message without a stack trace: %s', async (_, args, environment, sentence) => {
    const { code, stderr } = await run(args(), environment);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('has an exit code of its own: an unknown option', async () => {
    const { code, stderr } = await run(['orphans', '--all']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "error: unknown option '--all'\n" });
  });
});
