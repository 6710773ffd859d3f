import { lasting, textOf } from '../../../../emulator/src/contract/text';

describe('the JSON of bodies', () => {
  const machine = (hostname: string): object => ({ hostname, ip: null, tags: [{ key: 'a', value: '„ü“' }] });

  test.each([['text'], [3], [null], [[]], [{}], [[1, 'two', null]], [[machine('one'), machine('two')]]])(
    'of %j is what JSON.stringify makes of it',
    (body) => {
      expect(String(textOf(body))).toBe(JSON.stringify(body));
    },
  );

  test('is the same for kept bodies, alone, in a list and among others', () => {
    const [one, two, other] = [lasting(machine('one')), lasting(machine('two')), machine('other')];
    for (const body of [one, [one], [one, two], [one, other], [other, one]])
      expect(String(textOf(body))).toBe(JSON.stringify(body));
  });

  test('is written once for a kept body', () => {
    const one = lasting(machine('one'));
    expect(textOf(one)).toBe(textOf(one));
  });
});
