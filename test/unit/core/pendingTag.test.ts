import { requestLimits } from '../../../api/contract';
import type { Order } from '../../../core/pendingTag';
import {
  PENDING,
  belongsTo,
  compareOrders,
  isOfResource,
  isOfStack,
  orderHashOf,
  orderOf,
  pendingName,
  pendingTag,
  pendingTagIdOf,
  pendingTagOf,
  postOf,
  restoreMeaning,
  savedTag,
  stackHashOf,
  volumeHashOf,
} from '../../../core/pendingTag';

const MINE = { owner: 'feedc0ffee00', urn: 'urn:pulumi:dev::test::a:b:C::trainer' };
const ORDERED_AT = Date.parse('2026-03-01T12:00:00Z');
const read = (value: string) => pendingTagOf({ tags: [{ id: 'tag_1', key: PENDING, value }] });
const readBack = (order: Order, at = ORDERED_AT) => {
  const tag = read(pendingTag(order, at).value);
  if (!tag) throw new Error('The tag cannot be read.');
  return tag;
};

describe('the pending tag', () => {
  it.each([
    ['drop', false],
    ['keep', true],
    ['trash', false],
    ['saved', true],
  ] as const)('can be read back, from a tag and from a name: %s', (whenOrphaned, hasUntaggedVolumes) => {
    const order = orderOf(MINE, {
      whenOrphaned,
      hasUntaggedVolumes,
      meaning: { image: 'ubuntu' },
    });
    expect(pendingTag(order, ORDERED_AT).value.length).toBeLessThan(127);
    expect(readBack(order)).toEqual({
      ...order,
      version: 2,
      orderedAt: ORDERED_AT,
      isDated: true,
      text: pendingTag(order, ORDERED_AT).value,
    });
    expect(pendingTagOf({ tags: [], name: pendingName(pendingTag(order, ORDERED_AT).value) })).toEqual(
      readBack(order),
    );
  });

  it('says whether its time came from the cloud', () => {
    const { value } = pendingTag(orderOf(MINE), ORDERED_AT, false);
    expect(read(value)).toMatchObject({ orderedAt: ORDERED_AT, isDated: false });
    expect(postOf(read(value))).toBe(postOf(readBack(orderOf(MINE))));
  });

  it('can say that state has the thing, once', () => {
    const order = orderOf(MINE, { hasUntaggedVolumes: true, meaning: { image: 'ubuntu' } });
    const saved = savedTag(readBack(order));
    const again = read(saved?.value ?? '');
    expect(again).toMatchObject({ ...order, whenOrphaned: 'saved', orderedAt: ORDERED_AT });
    expect(again && savedTag(again)).toBeUndefined();
  });

  it('names the volumes that the order attached, as long as the cloud accepts the value', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `volume-${index}`);
    const order = (count: number) => orderOf(MINE, { hasUntaggedVolumes: true, attachedIds: ids(count) });
    const tag = readBack(order(6));
    expect(tag.attached).toEqual(ids(6).map(volumeHashOf));
    expect(tag.text.length).toBeLessThanOrEqual(requestLimits.createClusterTag.value);
    expect(readBack(order(7))).toMatchObject({ hasUntaggedVolumes: false, attached: [] });
    expect(readBack(order(0))).toMatchObject({ hasUntaggedVolumes: true, attached: [] });
  });

  it('distinguishes its stack from another owner, a copied state and a renamed stack', () => {
    const tag = readBack(orderOf(MINE));
    expect(isOfStack(tag, MINE.owner, stackHashOf(MINE.urn))).toBe(true);
    expect(isOfStack(tag, MINE.owner, stackHashOf('urn:pulumi:dev::test::x:y:Z::other'))).toBe(true);
    expect(isOfStack(tag, 'c0ffeefeed00', stackHashOf(MINE.urn))).toBe(false);
    expect(isOfStack(tag, MINE.owner, stackHashOf('urn:pulumi:prod::test::a:b:C::trainer'))).toBe(false);
    expect(isOfResource(tag, MINE)).toBe(true);
    expect(isOfResource(tag, { ...MINE, urn: `${MINE.urn}2` })).toBe(false);
    expect(isOfResource(tag, { ...MINE, owner: 'c0ffeefeed00' })).toBe(false);
  });

  it('is found among other tags, with its id', () => {
    const value = pendingTag(orderOf(MINE), ORDERED_AT).value;
    const team = { id: 'tag_1', key: 'team', value };
    const pending = { id: 'tag_2', key: PENDING, value };
    expect(pendingTagOf({ tags: [team, pending] })).toEqual(readBack(orderOf(MINE)));
    expect(pendingTagIdOf({ tags: [team, pending] })).toBe('tag_2');
    expect(pendingTagOf({ tags: [team], name: 'data' })).toBeUndefined();
    expect(pendingTagOf({ tags: [team] })).toBeUndefined();
    expect(pendingTagIdOf({ tags: [team] })).toBeUndefined();
  });

  it('belongs only to things created within ten minutes of the order', () => {
    const tag = readBack(orderOf(MINE));
    const created = (created_at: string) => belongsTo(tag, { id: 'one', created_at });
    expect(created('2026-03-01T12:09:59Z')).toBe(true);
    expect(created('2026-03-01T11:50:01.500Z')).toBe(true);
    expect(created('2026-03-01T12:10:01Z')).toBe(false);
    expect(created('2026-03-01T11:49:59Z')).toBe(false);
    expect(created('lately')).toBe(false);
  });

  it('belongs to a restored volume, however old the volume is', () => {
    const tag = readBack(orderOf(MINE, { whenOrphaned: 'trash', meaning: restoreMeaning('disk') }));
    const created_at = '2020-01-01T00:00:00Z';
    expect(belongsTo(tag, { id: 'disk', created_at })).toBe(true);
    expect(belongsTo(tag, { id: 'other', created_at })).toBe(false);
    expect(belongsTo(tag, { id: 'other', created_at: '2026-03-01T12:00:00Z' })).toBe(false);
  });

  it('shows whether two orders are the same, whatever the order of the inputs', () => {
    const tag = readBack(orderOf(MINE, { meaning: { image: 'ubuntu', keys: ['a'], group: undefined } }));
    const same = orderOf(MINE, { meaning: { keys: ['a'], image: 'ubuntu' } });
    expect(compareOrders(tag, same)).toBe('same');
    expect(compareOrders(tag, orderOf(MINE, { meaning: { image: 'ubuntu' } }))).toBe('other');
    const { value } = pendingTag({ ...same, hash: `9${same.hash.slice(1)}` }, ORDERED_AT);
    expect(compareOrders(read(value) ?? tag, same)).toBe('unknown');
    expect(orderHashOf({})).not.toBe(orderHashOf({ image: 'ubuntu' }));
  });

  it.each([
    ['a later version', '3.feedc0ffee00.01234567.0123456789abcdef.drop.x', 3, 'feedc0ffee00'],
    ['a damaged text', '2.feedc0ffee00.01234567.0123456789abcdef.drop', 0, 'feedc0ffee00'],
  ])('is recognised from %s, and belongs to no stack and no thing', (_, value, version, owner) => {
    const tag = read(value);
    expect(tag).toMatchObject({ version, owner, whenOrphaned: 'keep', text: value });
    if (!tag) return;
    expect(isOfStack(tag, owner, stackHashOf(MINE.urn))).toBe(false);
    expect(belongsTo(tag, { id: 'one', created_at: '2026-03-01T12:00:00Z' })).toBe(false);
    expect(compareOrders(tag, orderOf(MINE))).toBe('unknown');
  });

  it('is undefined for any other text', () => {
    expect(read('nonsense')).toBeUndefined();
    expect(read('owner.urn.0')).toBeUndefined();
    expect(pendingTagOf({ tags: [], name: 'data' })).toBeUndefined();
  });
});
