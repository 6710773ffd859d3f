import { lasting, textOf } from '../../../../emulator/src/contract/text';

describe('bodies as JSON', () => {
  const machine = (hostname: string): object => ({ hostname, ip: null, tags: [{ key: 'a', value: '„ü“' }] });

  test.each([['text'], [3], [null], [[]], [{}], [[1, 'two', null]], [[machine('one'), machine('two')]]])(
    'of %j is what JSON.stringify makes of it',
    (body) => {
      expect(String(textOf(body))).toBe(JSON.stringify(body));
    },
  );

  test('is the same of bodies that last, alone, in a list and among others', () => {
    const [one, two, other] = [lasting(machine('one')), lasting(machine('two')), machine('other')];
    for (const body of [one, [one], [one, two], [one, other], [other, one]])
      expect(String(textOf(body))).toBe(JSON.stringify(body));
  });

  test('is written once of a body that lasts', () => {
    const one = lasting(machine('one'));
    expect(textOf(one)).toBe(textOf(one));
  });
});
