import { same } from '../../../../provider/schema/derived/same';

describe('same', () => {
  it.each([
    [undefined, null],
    [{ a: 1, b: undefined }, { a: 1 }],
    [Object.assign(Object.create(null) as object, { a: [1] }), { a: [1] }],
    [[], []],
    ['a', 'a'],
  ])('holds for %j and %j', (one, other) => {
    expect(same(one, other)).toBe(true);
    expect(same(other, one)).toBe(true);
  });

  it.each([
    [0, undefined],
    ['', null],
    [false, undefined],
    [{}, undefined],
    [{ a: 1 }, { a: '1' }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: null }, {}],
  ])('does not hold for %j and %j', (one, other) => {
    expect(same(one, other)).toBe(false);
    expect(same(other, one)).toBe(false);
  });
});
