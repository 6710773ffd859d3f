// What is done to the volumes of an instance, as a specification: what is read, what state and program say, and the plan that follows.
import { UNKNOWN } from '../../../../../provider/schema/unknown';
import type { Row } from './planRows';
import { OFF, SPOT, UNKNOWN_VALUE, check, entry, has, on, read, volume } from './planRows';

const STOPS = 'warning: The machine will be shut down for that and started again.';
const REFUSED =
  'refuse: Attaching or detaching volumes needs the instance trainer (m) to be shut down, and it is running. Set allowShutdown: true to stop the machine for the change and start it again, or set powerState: "offline".';
const OR_REPLACE = 'refuse: Or replace the machine: replaceOn: ["volumes"].';

describe('the volumes of a machine', () => {
  test.each<[string, Row]>([
    [
      'are attached while it is off, if it may be shut down',
      {
        inputs: { existingVolumes: ['a'], allowShutdown: true },
        plan: [STOPS, 'step: attaching the volume a, while m is off; then existingVolumes = ["a"]'],
      },
    ],
    [
      'are refused on a running machine that may not be shut down',
      {
        inputs: { existingVolumes: ['a'] },
        plan: [REFUSED, 'step: attaching the volume a, while m is off; then existingVolumes = ["a"]'],
      },
    ],
    [
      'are attached without a word if it is off',
      {
        found: OFF,
        inputs: { existingVolumes: ['a'] },
        plan: ['step: attaching the volume a, while m is off; then existingVolumes = ["a"]'],
      },
    ],
    [
      'are detached before others are attached, in one time in which it is off',
      {
        found: has('a', 'b'),
        state: { existingVolumes: ['a', 'b'] },
        inputs: { existingVolumes: ['b', 'c'], allowShutdown: true },
        plan: [
          STOPS,
          'step: detaching the volume a, while m is off; then existingVolumes = ["b"]',
          'step: attaching the volume c, while m is off; then existingVolumes = ["b","c"]',
        ],
      },
    ],
    ['stay if existingVolumes is left out', { found: has('a'), state: { existingVolumes: ['a'] }, plan: [] }],
    ['of other resources stay', { found: has('foreign'), inputs: { existingVolumes: [] }, plan: [] }],
    [
      'that somebody has detached are attached again, and the preview says so',
      {
        found: OFF,
        state: { existingVolumes: ['a'] },
        inputs: { existingVolumes: ['a'], tags: { a: 'b' } },
        plan: [
          'warning: The volume a is not attached any more: it will be attached again.',
          'step: changing its tags; then tags = {"a":"b"}',
          'step: attaching the volume a, while m is off; then existingVolumes = ["a"]',
        ],
      },
    ],
    [
      'of unknown id will need it off too',
      {
        inputs: { existingVolumes: [UNKNOWN], allowShutdown: true },
        plan: [
          STOPS,
          `step: attaching a volume that is not known yet, while m is off; then existingVolumes = ["${UNKNOWN}"]`,
        ],
      },
    ],
    [
      'stay while the whole list is unknown',
      {
        found: has('a'),
        state: { existingVolumes: ['a'] },
        inputs: { existingVolumes: UNKNOWN_VALUE },
        plan: [],
      },
    ],
    [
      'are attached after it is shut down, if it is declared as off from now on',
      {
        inputs: { existingVolumes: ['a'], powerState: 'offline' },
        plan: [
          'step: shutting down; then powerState = "offline"',
          'step: attaching the volume a, while m is off; then existingVolumes = ["a"]',
          'step: shutting down; then powerState = "offline"',
        ],
      },
    ],
    [
      'are attached by an update as they are then: one that it has already needs no step',
      {
        of: 'update',
        observed: { volumes: read(volume('a', on('m')), volume('b')) },
        inputs: { existingVolumes: ['a', 'b'] },
        plan: ['step: attaching the volume b, while m is off; then existingVolumes = ["b"]'],
      },
    ],
    [
      'are refused by an update if they do not exist',
      {
        of: 'update',
        observed: { volumes: new Map([['a', undefined]]) },
        inputs: { existingVolumes: ['a'] },
        plan: [
          'refuse: existingVolumes: there is no volume a in this project.',
          'step: attaching the volume a, while m is off; then existingVolumes = ["a"]',
        ],
      },
    ],
    [
      'need no detaching if they are gone',
      {
        of: 'update',
        observed: { volumes: new Map([['a', undefined]]) },
        state: { existingVolumes: ['a'] },
        inputs: { existingVolumes: [] },
        plan: [],
      },
    ],
    [
      'that are shared and an interrupted create has not attached are attached now',
      {
        of: 'unchanged',
        observed: { accepted: true, isBeingAttached: true },
        state: { existingVolumes: ['s'] },
        inputs: { existingVolumes: ['s'] },
        plan: [
          'warning: The create of trainer (m) was interrupted. This update shuts it down, attaches its shared volumes, and starts it again.',
          'step: attaching the volume s, while m is off; then existingVolumes = ["s"]',
          'unfinished',
        ],
      },
    ],
    [
      'of a machine that this run has ordered came with it',
      {
        of: 'update',
        found: has('a'),
        observed: { isNew: true },
        state: {},
        inputs: { existingVolumes: ['a'], osVolume: { name: 'root', size: 200 } },
        plan: [],
      },
    ],
  ])('%s', check);
});

describe('the operating-system volume and the entries of volumes', () => {
  test.each<[string, Row]>([
    [
      'it is renamed and grows, which changes the price',
      {
        state: { osVolume: { name: 'root', size: 50 } },
        inputs: { osVolume: { name: 'boot', size: 80 } },
        plan: [
          'step: renaming the operating-system volume to boot; then osVolume = {"name":"boot","size":50}',
          'step: growing the operating-system volume to 80 GB; then osVolume = {"name":"boot","size":80}',
          'price: NVMe 50 → NVMe 80',
        ],
      },
    ],
    [
      'a rename puts its size into state too',
      {
        of: 'update',
        observed: { volumes: read(volume('os')) },
        inputs: { osVolume: { name: 'boot' } },
        plan: [
          'step: renaming the operating-system volume to boot; then osVolume = {"size":50,"name":"boot"}',
        ],
      },
    ],
    [
      'an update grows it from the size that it has then',
      {
        of: 'update',
        observed: { volumes: read(volume('os', { size: 80 })) },
        state: { osVolume: { size: 50 } },
        inputs: { osVolume: { size: 80 } },
        plan: [],
      },
    ],
    [
      'a size that is not known yet has an unknown price',
      {
        state: { osVolume: { size: 50 } },
        inputs: { osVolume: { size: UNKNOWN_VALUE } },
        plan: ['price: NVMe 50 → NVMe ?'],
      },
    ],
    [
      'its size before is that of the group',
      {
        observed: { group: { instanceType: undefined, osVolumeSize: 70 } },
        inputs: { osVolume: { size: 80 } },
        plan: [
          'step: growing the operating-system volume to 80 GB; then osVolume = {"size":80}',
          'price: NVMe 70 → NVMe 80',
        ],
      },
    ],
    [
      'an entry cannot be added',
      {
        of: 'unchanged',
        observed: { removed: [] },
        inputs: { volumes: [entry('data')] },
        plan: [
          'refuse: volumes[0] adds data, but volumes is set when the machine is created. Declare a Volume, and name it in existingVolumes of this machine, or this machine in its instanceIds: that attaches it in place. To rename an entry, leave it as it is, and rename its volume by a Volume with adoptId.',
          OR_REPLACE,
        ],
      },
    ],
    [
      'an entry cannot grow',
      {
        of: 'unchanged',
        observed: { removed: [] },
        state: { volumes: [entry('data')], inlineVolumes: [{ id: 'd', name: 'data' }] },
        inputs: { volumes: [entry('data', 200)] },
        plan: [
          'refuse: volumes[0].size cannot change: data has 100 GB and cannot become 200 GB here. Leave the entry as it is, and grow its volume by a Volume with adoptId: "d".',
          OR_REPLACE,
        ],
      },
    ],
    [
      'an entry cannot be removed while its volume would be billed in no state',
      {
        of: 'unchanged',
        observed: { removed: [{ name: 'data', id: 'd', isFree: false, isBeingAdopted: false }] },
        state: { volumes: [entry('data')] },
        plan: [
          'refuse: volumes cannot lose data (d), which was created with this machine. First run `pulumi up` with both this entry and a Volume that has adoptId: "d", then remove the entry.',
          OR_REPLACE,
        ],
      },
    ],
    [
      'an entry leaves only state, once another resource has its volume',
      {
        of: 'update',
        observed: { volumes: new Map(), created: { ids: ['os', 'd'], entries: [{ id: 'd', name: 'data' }] } },
        state: {
          volumes: [entry('data')],
          ...{ ownVolumeIds: ['os', 'd'], inlineVolumes: [{ id: 'd', name: 'data' }] },
        },
        inputs: { volumes: [] },
        plan: ['step: (no word); then volumes = [], ownVolumeIds = ["os"], inlineVolumes = []'],
      },
    ],
  ])('%s', check);
});

describe('the eviction policy of a spot machine', () => {
  test.each<[string, Row]>([
    [
      'is set for all its volumes, and the preview names the others',
      {
        found: { ...SPOT, ...has('d') },
        observed: { spotVolumes: [volume('d')] },
        state: { osVolume: { onSpotDiscontinue: 'keep_detached' } },
        inputs: { osVolume: { onSpotDiscontinue: 'move_to_trash' } },
        plan: [
          'warning: onSpotDiscontinue applies to all volumes of an existing machine: move_to_trash will also apply to d (50 GB).',
          'step: setting the eviction policy move_to_trash; then osVolume = {"onSpotDiscontinue":"move_to_trash"}',
        ],
      },
    ],
    [
      'is not set on a machine that is no spot machine',
      {
        state: { osVolume: { onSpotDiscontinue: 'keep_detached' } },
        inputs: { osVolume: { onSpotDiscontinue: 'move_to_trash' } },
        plan: [],
      },
    ],
    [
      'is not set while it is unknown',
      { found: SPOT, inputs: { osVolume: { onSpotDiscontinue: UNKNOWN_VALUE } }, plan: [] },
    ],
  ])('%s', check);
});
