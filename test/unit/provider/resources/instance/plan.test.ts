// What is done to an instance, as a specification: what is read, what state and program say, and the plan that follows.
import type { Row } from './planRows';
import { OFF, UNKNOWN_VALUE, check, has, on, volume } from './planRows';

const KEPT = (id: string) =>
  `keeps: The volume ${id} (${id}, 50 GB) of an evicted machine is kept. It costs 0.01 usd an hour. Adopt it with a Volume that has adoptId: "${id}", or delete it in the console; a delete of this resource moves it to the trash.`;

describe('a machine that stays', () => {
  test.each<[string, Row]>([
    ['has nothing to do if it is as declared', { plan: [] }],
    [
      'that no input changes stays as it is, whatever the cloud shows',
      {
        of: 'unchanged',
        found: { ...OFF, ...has('foreign') },
        state: { powerState: 'running', existingVolumes: ['a'] },
        inputs: { powerState: 'running', existingVolumes: ['a'] },
        plan: [],
      },
    ],
    [
      'gets its tags',
      { inputs: { tags: { team: 'ml' } }, plan: ['step: changing its tags; then tags = {"team":"ml"}'] },
    ],
    [
      'is shut down',
      { inputs: { powerState: 'offline' }, plan: ['step: shutting down; then powerState = "offline"'] },
    ],
    [
      'is started',
      {
        found: OFF,
        state: { powerState: 'offline' },
        inputs: { powerState: 'running' },
        plan: ['step: starting; then powerState = "running"'],
      },
    ],
    [
      'is shut down again if somebody has started it, and the preview says so',
      {
        state: { powerState: 'offline' },
        inputs: { powerState: 'offline', tags: { a: 'b' } },
        plan: [
          'warning: It runs, and powerState is "offline": it will be shut down.',
          'step: changing its tags; then tags = {"a":"b"}',
          'step: shutting down; then powerState = "offline"',
        ],
      },
    ],
    [
      'is started again if somebody has shut it down, and the preview says so',
      {
        found: OFF,
        state: { powerState: 'running' },
        inputs: { powerState: 'running', tags: { a: 'b' } },
        plan: [
          'warning: It is off, and powerState is "running": it will be started.',
          'step: changing its tags; then tags = {"a":"b"}',
          'step: starting; then powerState = "running"',
        ],
      },
    ],
    ['that is off stays off if the program does not say', { found: OFF, plan: [] }],
    ['of unknown power state has no step yet', { inputs: { powerState: UNKNOWN_VALUE }, plan: [] }],
    [
      'that a killed run has left off is started, although nothing changed',
      { of: 'unchanged', found: OFF, observed: { isLeftOff: true }, plan: ['step: starting', 'unfinished'] },
    ],
    [
      'that a killed run has left off stays off if it is declared so',
      {
        of: 'unchanged',
        found: OFF,
        observed: { isLeftOff: true },
        state: { powerState: 'offline' },
        inputs: { powerState: 'offline' },
        plan: [],
      },
    ],
  ])('%s', check);
});

describe('a replacement of a machine', () => {
  test.each<[string, Row]>([
    [
      'names the storage that it deletes, then what stays',
      {
        of: 'replacement',
        observed: { deleted: [volume('os')], stays: [volume('d')], isPermanent: false },
        plan: [
          'warning: Replacing it deletes data: the storage os (50 GB) is moved to the trash, from where it can be restored for 96 hours. Set keepVolumes: true to keep it, or keep: true on the volume; it stays billed then.',
          'warning: The volume d (d, 50 GB) stays. It costs 0.01 usd an hour. Adopt it with a Volume that has adoptId: "d", or delete it in the console.',
        ],
      },
    ],
    [
      'that keeps the old machine is refused if the new one needs its volume',
      {
        of: 'replacement',
        keep: true,
        observed: { needed: [volume('a', on('m'))] },
        plan: [
          'refuse: The machine that takes its place needs the volume a (50 GB), which stays attached to the instance m, because retainOnDelete or protect keeps that. Remove the option, or remove the volume from existingVolumes.',
        ],
      },
    ],
    [
      'that keeps the old machine shares a shared volume',
      {
        of: 'replacement',
        keep: true,
        observed: { needed: [volume('a', { ...on('m'), type: 'NVMe_Shared' })] },
        plan: [],
      },
    ],
    [
      'follows if it is gone',
      { of: 'unchanged', found: null, plan: ['replace: The instance m is gone: another takes its place.'] },
    ],
    [
      'follows if it failed while nobody waited',
      {
        of: 'unchanged',
        found: { status: 'installation_failed' },
        observed: { isUnusable: true, deleted: [volume('os')] },
        plan: [
          'replace: The instance trainer (m) has the status installation_failed: another takes its place.',
          'warning: Replacing it deletes data: the storage os (50 GB) is moved to the trash, from where it can be restored for 96 hours. Set keepVolumes: true to keep it, or keep: true on the volume; it stays billed then.',
        ],
      },
    ],
    [
      'does not follow an error of a machine that was in use',
      { of: 'unchanged', found: { status: 'error' }, plan: [] },
    ],
    [
      'keeps the volumes that an eviction left, and names them',
      {
        found: null,
        observed: { free: [volume('d')] },
        plan: [KEPT('d'), 'replace: The instance m is gone: another takes its place.'],
      },
    ],
    [
      'is not needed to name them: each diff does',
      { of: 'unchanged', observed: { free: [volume('d')] }, plan: [KEPT('d')] },
    ],
  ])('%s', check);
});
