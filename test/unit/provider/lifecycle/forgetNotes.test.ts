import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { intentLogIn } from '../../../../core/orphans/intentLog';
import { forgetNotes } from '../../../../provider/lifecycle/createOnce/pendingTagsInState';

const home = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-home-'));
afterAll(() => {
  rmSync(home, { recursive: true });
});

it('keeps the note of a machine that a deleted volume has shut down: another one may need it off until a kill', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const killed = intentLogIn({ PULUMI_HOME: home }, pid);
  killed.addStop('volume', 'machine');
  forgetNotes({ intentLog: killed }, 'volume', {});
  expect(intentLogIn({ PULUMI_HOME: home }).leftOffAt('machine')).toBeDefined();
  forgetNotes({ intentLog: killed }, 'machine', {});
  expect(intentLogIn({ PULUMI_HOME: home }).leftOffAt('machine')).toBeUndefined();
});
