import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LAG_MS, notesIn } from '../../../core/intentLog';

const NOW = 1_800_000_000_000;

describe('what is noted of what was asked for', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-home-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('is outstanding until lists must show it, for its owner and whoever looks on this machine', () => {
    notesIn({ PULUMI_HOME: home }).asked('mine', NOW);
    const next = notesIn({ PULUMI_HOME: home });
    expect(next.outstandingMs('mine', NOW + 1_000)).toBe(LAG_MS - 1_000);
    expect(next.outstandingMs('mine', NOW + LAG_MS)).toBe(0);
    expect(next.outstandingMs('theirs', NOW)).toBe(0);
  });

  it('is forgotten once all is in state, and leaves no file behind', async () => {
    const notes = notesIn({ HOME: home });
    notes.asked('mine', NOW);
    expect(await readdir(path.join(home, '.pulumi', 'cloud-compute'))).toEqual(['mine']);
    notes.forget('mine');
    notes.forget('mine');
    expect(notes.outstandingMs('mine', NOW)).toBe(0);
    expect(await readdir(path.join(home, '.pulumi', 'cloud-compute'))).toEqual([]);
  });

  it('holds nobody up for longer than lists may lag, also when the clock was set back', () => {
    const notes = notesIn({ PULUMI_HOME: home });
    notes.asked('mine', NOW);
    expect(notes.outstandingMs('mine', NOW - 3_600_000)).toBe(LAG_MS);
  });

  it('is a help and no reason to fail: not where it cannot be written, nor where it is damaged', async () => {
    await writeFile(path.join(home, 'file'), '');
    for (const nowhere of [notesIn({}), notesIn({ PULUMI_HOME: path.join(home, 'file') })]) {
      nowhere.asked('mine', NOW);
      expect(nowhere.outstandingMs('mine', NOW)).toBe(0);
      nowhere.forget('mine');
    }
    const notes = notesIn({ PULUMI_HOME: home });
    notes.asked('mine', NOW);
    await writeFile(path.join(home, 'cloud-compute', 'mine'), 'not a time');
    expect(notes.outstandingMs('mine', NOW)).toBe(0);
  });
});
