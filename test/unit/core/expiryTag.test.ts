import { EXPIRES, expiryOf, expiryTag, expiryTime, hasForeignExpiryTag } from '../../../core/expiryTag';
import type { Expiry } from '../../../core/expiryTag';

const END: Expiry = {
  expiresAt: Date.parse('2026-03-01T20:00:00Z'),
  onExpiry: 'delete',
  keepsOsVolume: false,
  machineId: '3c9aeb2c-0000-4000-8000-000000000001',
};
const machine = (value: string, id = END.machineId) => ({ id, tags: [{ id: 'tag_1', key: EXPIRES, value }] });

it('is read back as it was written', () => {
  const ends: Expiry[] = [END, { ...END, onExpiry: 'hibernate' }, { ...END, keepsOsVolume: true }];
  expect(ends.map((end) => expiryOf(machine(expiryTag(end).value)))).toEqual(ends);
});

it('has a form of its own, which older and newer commands have to read', () => {
  expect(expiryTag(END)).toEqual({
    key: 'pulumi-expires',
    value: `1.2026-03-01T20:00:00Z.delete.drop.${END.machineId}`,
  });
});

it('shows whole seconds', () => {
  expect(expiryTime(END.expiresAt + 999)).toBe('2026-03-01T20:00:00Z');
});

it('counts for nothing on another machine', () => {
  const copied = machine(expiryTag(END).value, 'another');
  expect(expiryOf(copied)).toBeUndefined();
  expect(hasForeignExpiryTag(copied)).toBe(true);
});

it.each([
  ['another version', '2.2026-03-01T20:00:00Z.delete.drop.ID'],
  ['no time', '1..delete.drop.ID'],
  ['a day that does not exist', '1.2026-13-41T20:00:00Z.delete.drop.ID'],
  ['the 31st of February', '1.2026-02-31T20:00:00Z.delete.drop.ID'],
  ['a time without its zone', '1.2026-03-01T20:00:00.delete.drop.ID'],
  ['another action', '1.2026-03-01T20:00:00Z.stop.drop.ID'],
  ['another word for the volume', '1.2026-03-01T20:00:00Z.delete.maybe.ID'],
  ['no id', '1.2026-03-01T20:00:00Z.delete.drop.'],
  ['a further field', '1.2026-03-01T20:00:00Z.delete.drop.ID.more'],
  ['nothing', ''],
])('counts for nothing with %s', (_, value) => {
  const damaged = machine(value.replace('ID', END.machineId));
  expect(expiryOf(damaged)).toBeUndefined();
  expect(hasForeignExpiryTag(damaged)).toBe(true);
});

it('is not there without a tag', () => {
  expect(expiryOf({ id: END.machineId, tags: [] })).toBeUndefined();
  expect(hasForeignExpiryTag({ id: END.machineId, tags: [] })).toBe(false);
});
