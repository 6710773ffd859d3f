// Unbilled things carry no tag: the notes of this computer say what an interrupted run has made.
import { spawnSync } from 'node:child_process';
import type { Report } from '../../../../../cli/orphans/report';
import { intentLogIn } from '../../../../../core/orphans/intentLog';
import { UNBILLED_KINDS, contentHashOf } from '../../../../../core/orphans/unbilled';
import { OWNER, URN, orphansInACloud } from './orphansInACloud';

const { here, run, stateOf } = orphansInACloud();

const SCRIPT = { name: 'boot', script: '#!/bin/sh\ntrue\n' };

/** The note of a run that has ended. */
function note(more: { before?: string[]; keep?: boolean; id?: string } = {}): void {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const kind = UNBILLED_KINDS['startup script'];
  if (!kind) throw new Error('There is no such kind.');
  intentLogIn(home(), pid).addUnbilled(OWNER, '0123456789abcdef', {
    ...{
      urn: URN,
      noun: 'startup script',
      name: 'boot',
      isGenerated: false,
      content: contentHashOf(kind, SCRIPT),
    },
    ...{ before: [], orderedAt: here.cloud.emulator.clock.now(), isDated: true, keep: false, ...more },
  });
}

const home = () => ({ PULUMI_HOME: here.folder });
const create = () => here.cloud.client.scripts.create(SCRIPT);
const idsOf = async () => (await here.cloud.client.scripts.list({})).map(({ id }) => id);
const reports = async (...more: string[]) =>
  JSON.parse((await run(['orphans', '--json', ...more], home())).stdout) as Report[];
const remove = (id: string, ...more: string[]) =>
  run(['orphans', 'remove', '--state', stateOf('another'), '--yes', id, ...more], home());

it('lists and removes what an interrupted run has surely made', async () => {
  note();
  const id = await create();
  expect((await run(['orphans'], home())).stdout).toMatch(
    new RegExp(
      `startup script +boot +${id} +- .* test/dev +resource trainer; not billed; a note of this computer names it`,
    ),
  );
  expect(await reports()).toMatchObject([
    { kind: 'startup script', id, isUnbilled: true, isItsOwnTag: true },
  ]);
  expect(await reports('--state', stateOf(id))).toEqual([]);
  expect(await remove(id)).toMatchObject({ code: 0, stdout: `Removed the startup script boot (${id}).\n` });
  expect(await idsOf()).toEqual([]);
  expect(await reports()).toEqual([]);
});

it('removes what may be of a person, or is kept, only with --force', async () => {
  note();
  const [id, other] = [await create(), await create()];
  const refused = await remove(id);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('may be of another stack or a person. Add --force') as string,
  });
  expect(await idsOf()).toHaveLength(2);
  expect(await remove(id, '--force')).toMatchObject({ code: 0 });
  expect(await idsOf()).toEqual([other]);
  note({ id: other, keep: true });
  expect((await remove(other)).stderr).toContain('protected or retained on delete. Add --force');
  expect(await idsOf()).toEqual([other]);
});

it('does not list what existed before, what is not equal, and orders of runs under way', async () => {
  const before = await create();
  note({ before: [before] });
  await here.cloud.client.scripts.create({ ...SCRIPT, script: '#!/bin/sh\nfalse\n' });
  expect(await reports()).toEqual([]);
  const id = await create();
  expect(await reports()).toMatchObject([{ id }]);
});
