import fc from 'fast-check';
import { hourlyToMonthly, monthlyToHourly, nearest, priceOf } from '../../../api';

test.each([
  ['fin-1', ['FIN-01', 'ICE-01'], 'FIN-01'],
  ['NVME', ['HDD', 'NVMe', 'NVMe_Shared'], 'NVMe'],
  ['1H100', ['1H100.80S.30V', '8H100.80S.176V'], '1H100.80S.30V'],
  ['ubuntu', ['ubuntu-24.04-cuda-12.8-open-docker', 'ubuntu-22.04'], 'ubuntu-22.04'],
  ['locatoinCode', ['location', 'locationCode', 'localCode'], 'locationCode'],
  ['sshKeys', ['hostname', 'sshKeyIds'], 'sshKeyIds'],
  ['detete', ['delete', 'detach'], 'delete'],
  ['  Runing ', ['running', 'offline'], 'running'],
])('%s is probably a slip of %j: %s', (given, candidates, meant) => {
  expect(nearest(given, candidates)).toBe(meant);
});

test.each([
  ['HDD', ['NVMe', 'NVMe_Shared']],
  ['', ['a', 'bc']],
  ['3fa85f64-5717-4562-b3fc-2c963f66afa6', ['9b2e1c1d-0a4e-4f6b-8d7c-5e3f2a1b0c9d']],
  ['anything', []],
])('%s is none of %j', (given, candidates) => {
  expect(nearest(given, candidates)).toBeUndefined();
});

test('what is there is always its own nearest, and two neighbours swapped are one slip', () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{6,12}$/), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat({ max: 4 }), (candidates, pick, position) => {
      const word = candidates[pick % candidates.length] ?? '';
      expect(nearest(word.toUpperCase(), candidates)).toBe(word);
      const swapped =
        word.slice(0, position) +
        (word[position + 1] ?? '') +
        (word[position] ?? '') +
        word.slice(position + 2);
      expect(nearest(swapped, [word])).toBe(word);
    }),
  );
});

test('prices are numbers or strings of them', () => {
  expect([1.5, '1.50', ' 2 ', 0, '0'].map(priceOf)).toEqual([1.5, 1.5, 2, 0, 0]);
  expect([null, undefined, '', ' ', 'free', NaN, Infinity].map(priceOf)).toEqual(Array(7).fill(undefined));
});

test('a month has 730 hours, and sums have no binary dust', () => {
  expect(hourlyToMonthly('0.1')).toBe(73);
  expect(hourlyToMonthly(3.27)).toBe(2387.1);
  expect(monthlyToHourly(73)).toBe(0.1);
  expect(monthlyToHourly(20)).toBe(0.027397);
});
