import { lasting, textOf } from '../../../../emulator/src/contract/text';

describe('the JSON text of a body', () => {
  const machine = (hostname: string): object => ({ hostname, ip: null, tags: [{ key: 'a', value: '„ü“' }] });

  test.each([['text'], [3], [null], [[]], [{}], [[1, 'two', null]], [[machine('one'), machine('two')]]])(
    'equals the result of JSON.stringify for %j',
    (body) => {
      expect(String(textOf(body))).toBe(JSON.stringify(body));
    },
  );

  test('is the same for cached bodies, alone, in a list and among others', () => {
    const [one, two, other] = [lasting(machine('one')), lasting(machine('two')), machine('other')];
    for (const body of [one, [one], [one, two], [one, other], [other, one]])
      expect(String(textOf(body))).toBe(JSON.stringify(body));
  });

  test('is made only once for a cached body', () => {
    const one = lasting(machine('one'));
    expect(textOf(one)).toBe(textOf(one));
  });
});
