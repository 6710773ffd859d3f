import { statusLine } from '../../../../provider/lifecycle/waiting/waitFor';

const at = (seconds: number, usual: number | undefined, status = 'provisioning'): string =>
  statusLine('deploying', status, seconds * 1_000, usual === undefined ? undefined : usual * 1_000);

test.each([
  [0, 'deploying: provisioning'],
  [19, 'deploying: provisioning'],
  [70, 'deploying: provisioning, 1 min of about 2 min'],
  [121, 'deploying: provisioning, 2 min of about 2 min'],
  [180, 'deploying: provisioning, 3 min of about 2 min'],
  [200, 'deploying: provisioning, 3 min 20 s, usually about 2 min'],
])('after %d s of a wait that usually takes two minutes, the line is "%s"', (seconds, line) => {
  expect(at(seconds, 120)).toBe(line);
});

test('a long wait has few different lines', () => {
  const lines = Array.from({ length: 1_200 }, (_, second) => at(second, 1_200));
  expect(new Set(lines).size).toBe(6);
});

test('a short wait, or a wait of unknown duration, shows only the status', () => {
  expect(at(60, 5)).toBe('deploying: provisioning');
  expect(at(60, undefined)).toBe('deploying: provisioning');
});

test('a status that equals the action is not repeated', () => {
  expect(at(60, undefined, 'deploying')).toBe('deploying');
});
