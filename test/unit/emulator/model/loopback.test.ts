import { LoopbackAddresses, publicAddressOf } from '../../../../emulator/src/model/loopback';

test('a thousand machines have addresses of their own in 127.64.0.0/10; one more is refused', () => {
  const loopback = new LoopbackAddresses();
  const inUse: string[] = [];
  loopback.use(() => inUse);
  loopback.open(31);
  for (let count = 0; count < 1000; count += 1) inUse.push(loopback.take());
  const all = [...inUse, ...inUse.map(publicAddressOf)];
  expect(new Set(all).size).toBe(2000);
  for (const address of all) {
    const [first, second = 0, , last = 0] = (address ?? '').split('.').map(Number);
    expect([first, second >= 64 && second < 128, last >= 1 && last < 255]).toEqual([127, true, true]);
  }
  expect(() => loopback.take()).toThrow('no capacity for more than 1,000 machines');
  const [freed] = inUse.splice(500, 1);
  expect(loopback.take()).toBe(freed);
});

test('an address is given again as late as possible', () => {
  const loopback = new LoopbackAddresses();
  loopback.open(0);
  expect([loopback.take(), loopback.take()]).toEqual(['127.96.0.1', '127.96.0.2']);
});

test.each([
  ['127.97.3.250', '127.65.3.250'],
  ['127.0.0.1', '127.0.0.1'],
  ['127.64.0.1', undefined],
  ['10.0.0.2', undefined],
  [null, undefined],
])('the public address of %s is %s', (address, expected) => {
  expect(publicAddressOf(address)).toBe(expected);
});
