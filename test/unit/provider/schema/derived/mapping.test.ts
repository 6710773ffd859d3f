import { resourceSchema } from '../../../../../provider/schema/resourceSchema';
import { gigabytes, set, text } from '../../../../../provider/schema/types';
import {
  actionsOfInputs,
  fixedDifferences,
  inputsFrom,
  isOrderedWith,
  meaningOfOrder,
  orderedInputs,
  outputsFrom,
  requestFrom,
} from '../../../../../provider/schema/derived/mapping';
import { data, schema } from './machineSchema';
import type { MachineInputs } from './machineSchema';

describe('the mapping between programs and the API', () => {
  test('sends every given input that the API has', () => {
    const given = {
      hostname: 'm',
      place: 'FIN-01',
      disks: [{ ...data, tags: { Team: 'ml' } }],
      mayStop: true,
    };
    expect(requestFrom(schema, given)).toEqual({
      hostname: 'm',
      location_code: 'FIN-01',
      volumes: [{ ...data, tags: [{ key: 'team', value: 'ml' }] }],
    });
  });

  const found = {
    hostname: 'm',
    location: 'FIN-02',
    contract: 'PAY',
    ssh_key_ids: ['b', 'a'],
    is_spot: false,
    tags: [
      { id: 'tag_1', key: 'team', value: 'infra' },
      { id: 'tag_2', key: 'foreign', value: 'x' },
    ],
    created_at: '2026-01-01T00:00:00Z',
    hourly: 2,
    memory: { size_in_gigabytes: 64 },
  };

  test('reads drift, and ignores inputs that the program omits', () => {
    const state: Partial<MachineInputs> = {
      place: 'FIN-01',
      contract: 'PAY',
      keys: ['a'],
      tags: { Team: 'ml' },
      mayStop: true,
    };
    expect(inputsFrom(schema, found, state)).toEqual({
      place: 'FIN-02',
      contract: 'PAY',
      keys: ['a'],
      tags: { Team: 'infra' },
      mayStop: true,
    });
  });

  test('reads every input of a looked-up resource', () => {
    expect(inputsFrom(schema, found, {})).toEqual({
      hostname: 'm',
      place: 'FIN-02',
      contract: 'PAY',
      keys: ['b', 'a'],
      isSpot: false,
      tags: { team: 'infra', foreign: 'x' },
    });
  });

  test('reads nested inputs like other inputs', () => {
    const shown = {
      ...found,
      os_volume: { name: 'system', size: 60, type: null, tags: [{ id: 'tag_3', key: 'team', value: 'ml' }] },
    };
    const state: Partial<MachineInputs> = { place: 'FIN-01', osDisk: { ...data, policy: 'trash' } };
    expect(inputsFrom(schema, shown, state).osDisk).toEqual({
      ...data,
      name: 'system',
      size: 60,
      policy: 'trash',
    });
    expect(inputsFrom(schema, shown, { place: 'FIN-01' })).not.toHaveProperty('osDisk');
    expect(inputsFrom(schema, shown, {}).osDisk).toEqual({ name: 'system', size: 60, tags: { team: 'ml' } });
  });

  test('reads an emptied value as the value that an omitted input stands for', () => {
    const state: Partial<MachineInputs> = { place: 'FIN-01', note: 'ours' };
    expect(inputsFrom(schema, { ...found, note: null }, state).note).toBe('');
    expect(inputsFrom(schema, { ...found, note: 'theirs' }, { place: 'FIN-01' }).note).toBe('theirs');
  });

  test('computes an input that has no field from the object', () => {
    const power = (status: string, declared: 'running' | 'offline') =>
      inputsFrom(schema, { ...found, status }, { place: 'FIN-01', power: declared }).power;
    expect(power('offline', 'running')).toBe('offline');
    expect(power('booting', 'running')).toBe('running');
  });

  test('compares orders by the inputs that cannot be changed in place', () => {
    const given = { hostname: 'm', place: 'FIN-01', keys: ['a'], note: 'x', mayStop: true, tags: { a: 'b' } };
    expect(orderedInputs(schema, given)).toEqual({ hostname: 'm', place: 'FIN-01', keys: ['a'] });
  });

  test('takes the meaning of an order from the inputs that only the order sends', () => {
    const ordered = resourceSchema({
      name: 'Thing',
      provider: 'thing',
      noun: 'thing',
      doc: 'A thing.',
      inputs: {
        place: { type: text(), doc: 'Place.', onChange: 'replace', api: 'place' },
        bootMode: {
          type: text(),
          doc: 'Mode.',
          onChange: 'creation only',
          leftOutMeans: 'bios',
          api: 'mode',
        },
        keys: { type: set(text()), doc: 'Keys.', onChange: 'creation only', api: { write: 'keys' } },
        waits: { type: text(), doc: 'Waits.', onChange: 'creation only', api: { none: 'It waits.' } },
        label: { type: text(), doc: 'Label.', onChange: 'in place', api: 'label' },
      },
      outputs: {},
    });
    const meaning = (given: object) => JSON.stringify(meaningOfOrder(ordered, given, ['place']));
    expect(meaning({ place: 'FIN-01', bootMode: 'uefi', waits: '1m', label: 'a' })).toBe(
      '{"bootMode":"uefi"}',
    );
    expect(meaning({ bootMode: 'bios', keys: [] })).toBe(meaning({}));
    expect(meaning({ keys: ['b', 'a'] })).toBe(meaning({ keys: ['a', 'b', 'a'] }));
    expect(meaning({ keys: ['a'] })).not.toBe(meaning({}));
  });

  test.each<[string, Partial<MachineInputs>, boolean]>([
    ['keys', { keys: ['a', 'b'] }, true],
    ['keys', { keys: ['a'] }, false],
    ['isSpot', {}, true],
    ['disks', { disks: [] }, false],
    ['tags', { tags: { team: 'infra', foreign: 'x' } }, false],
  ])('determines whether %s of an object was ordered by %j: %s', (property, given, expected) => {
    expect(isOrderedWith(schema, property, found, given)).toBe(expected);
  });

  test('takes outputs from fields of their name, from computations on the object, or from the caller', () => {
    expect(outputsFrom(schema, found, { disksById: { a: 'b' } })).toEqual({
      createdAt: '2026-01-01T00:00:00Z',
      ip: null,
      monthlyCost: 1460,
      memory: { sizeInGigabytes: 64 },
      nodes: null,
      disksById: { a: 'b' },
    });
  });

  test('names the fields of objects in a list of outputs as programs do', () => {
    const nodes = [{ host_name: 'left' }, { host_name: 'right' }];
    expect(outputsFrom(schema, { ...found, nodes }, { disksById: {} }).nodes).toEqual([
      { hostName: 'left' },
      { hostName: 'right' },
    ]);
  });

  test('does not return the empty values of a looked-up resource', () => {
    const empty = { ...found, ssh_key_ids: [], tags: [], note: '', hostname: null };
    expect(inputsFrom(schema, empty, {})).toEqual({ place: 'FIN-02', contract: 'PAY', isSpot: false });
  });

  test('reports differences of an adopted object only in inputs that cannot change in place', () => {
    const given = { hostname: 'm', place: 'FIN-01', keys: ['c'], isSpot: false };
    expect(fixedDifferences(schema, found, given)).toMatchObject([
      { path: 'place', is: 'FIN-02', declared: 'FIN-01' },
    ]);
    const nested = { ...found, os_volume: { name: 'system', size: 60 } };
    expect(fixedDifferences(schema, nested, { osDisk: data })).toMatchObject([
      { path: 'osDisk.name', is: 'system', declared: 'data' },
      { path: 'osDisk.size', is: 60, declared: 50 },
    ]);
    const larger = { osDisk: { ...data, name: 'system', size: 60 }, isSpot: true };
    expect(fixedDifferences(schema, nested, larger).map(({ path }) => path)).toEqual(['isSpot']);
    const { is_spot: _, ...silent } = nested;
    expect(fixedDifferences(schema, silent, { ...larger, note: 'x', tags: { a: 'b' } })).toEqual([]);
  });
});

describe('the actions that change inputs in place', () => {
  const shelf = resourceSchema({
    name: 'Shelf',
    provider: 'shelf',
    noun: 'shelf',
    doc: 'A shelf.',
    changedBy: 'performVolumeAction',
    inputs: {
      label: {
        type: text({ min: 0 }),
        doc: 'Label.',
        onChange: 'in place',
        leftOutMeans: '',
        api: { read: 'name' },
        action: 'rename',
      },
      size: { type: gigabytes, doc: 'Size.', onChange: 'grow only', api: 'size', action: 'resize' },
      place: { type: text(), doc: 'Place.', onChange: 'replace', api: 'place' },
    },
    outputs: {},
  });

  test('carry the declared values that the object does not have', () => {
    const object = { name: 'old', size: 10, place: 'FIN-01' };
    expect(actionsOfInputs(shelf, object, { label: 'new', size: 20, place: 'FIN-02' })).toEqual([
      { input: 'label', words: 'label from "old" to "new"', change: { action: 'rename', name: 'new' } },
      { input: 'size', words: 'size from 10 GB to 20 GB', change: { action: 'resize', size: 20 } },
    ]);
    expect(actionsOfInputs(shelf, object, { label: 'old', size: 5 })).toEqual([
      { input: 'label' },
      { input: 'size' },
    ]);
  });

  test('clear an input that is left out, and leave an input without such a meaning as it is', () => {
    expect(actionsOfInputs(shelf, { name: 'old', size: 10 }, {})).toEqual([
      { input: 'label', words: 'label from "old" to ""', change: { action: 'rename', name: '' } },
      { input: 'size' },
    ]);
    expect(actionsOfInputs(shelf, { name: null, size: 10 }, {})).toEqual([
      { input: 'label' },
      { input: 'size' },
    ]);
  });

  test('give the greatest length of a text that only they send', () => {
    expect(shelf.inputs.label.type).toMatchObject({ max: 255 });
  });
});
