import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { nearest } from '../../../../core/validation/nearest';
import { randomCases } from '../../../randomCases';

const TYPES = [
  '1V100.6V',
  '2V100.10V',
  '1A100.40S.22V',
  '1A100.22V',
  '2A100.44V',
  '1H100.80S.30V',
  '8H100.80S.176V',
  'CPU.4V.16G',
  'CPU.8V.32G',
];
const IMAGES = [
  'ubuntu-24.04',
  'ubuntu-22.04',
  'ubuntu-24.04-docker',
  'ubuntu-24.04-cuda-12.8-open',
  'ubuntu-24.04-cuda-12.8-open-docker',
  'ubuntu-22.04-cuda-12.4',
  'ubuntu-22.04-cuda-12.4-docker',
];
const LOCATIONS = ['FIN-01', 'FIN-02', 'ICE-01'];
const PROPERTIES = [
  'hostname',
  'image',
  'instanceType',
  'locationCode',
  'sshKeyIds',
  'isSpot',
  'existingVolumes',
];

test.each([
  ['fin-1', LOCATIONS, 'FIN-01'],
  ['FIN02', LOCATIONS, 'FIN-02'],
  ['NVME', ['HDD', 'NVMe', 'NVMe_Shared'], 'NVMe'],
  ['nvme-shared', ['HDD', 'NVMe', 'NVMe_Shared', 'NVMe_Shared_Cluster'], 'NVMe_Shared'],
  ['1H100', TYPES, '1H100.80S.30V'],
  ['H100', TYPES, '1H100.80S.30V'],
  ['8xH100', TYPES, '8H100.80S.176V'],
  ['1A100', TYPES, '1A100.22V'],
  ['1h100.80s.31v', TYPES, '1H100.80S.30V'],
  ['cpu-8v', TYPES, 'CPU.8V.32G'],
  ['ubuntu', ['ubuntu-24.04-cuda-12.8-open-docker', 'ubuntu-22.04'], 'ubuntu-22.04'],
  ['ubuntu-2404', IMAGES, 'ubuntu-24.04'],
  ['ubunut-22.04', IMAGES, 'ubuntu-22.04'],
  ['ubuntu-24.04-cuda-12.8-docker', IMAGES, 'ubuntu-24.04-cuda-12.8-open-docker'],
  ['ubuntu-24.04-cuda-12.8', IMAGES, 'ubuntu-24.04-cuda-12.8-open'],
  ['ubuntu-22.04-cuda-12.8-docker', IMAGES, 'ubuntu-22.04-cuda-12.4-docker'],
  ['cuda-12.8-ubuntu-24.04-docker', IMAGES, 'ubuntu-24.04-cuda-12.8-open-docker'],
  ['3_MONTH', ['1_MONTH', '3_MONTHS', '1_YEAR'], '3_MONTHS'],
  ['locatoinCode', ['location', 'locationCode', 'localCode'], 'locationCode'],
  ['ssh_key_ids', PROPERTIES, 'sshKeyIds'],
  ['sshKeys', PROPERTIES, 'sshKeyIds'],
  ['image_id', PROPERTIES, 'image'],
  ['spot', PROPERTIES, 'isSpot'],
  ['type', PROPERTIES, 'instanceType'],
  ['detete', ['delete', 'detach'], 'delete'],
  ['  Runing ', ['running', 'offline'], 'running'],
])('%s is probably a misspelling of one of %j: %s', (given, candidates, meant) => {
  expect(nearest(given, candidates)).toBe(meant);
});

test.each([
  ['HDD', ['NVMe', 'NVMe_Shared']],
  ['', ['a', 'bc']],
  ['...', ['a', '-']],
  ['debian-12', IMAGES],
  ['p5.48xlarge', TYPES],
  ['eu-north-1', LOCATIONS],
  ['region', PROPERTIES],
  ['foo', ['waitForCapacity', 'image']],
  ['3fa85f64-5717-4562-b3fc-2c963f66afa6', ['9b2e1c1d-0a4e-4f6b-8d7c-5e3f2a1b0c9d']],
  ['anything', []],
])('%s is not close to any of %j', (given, candidates) => {
  expect(nearest(given, candidates)).toBeUndefined();
});

test('a candidate is also found by its other names', () => {
  const names: Record<string, string[]> = {
    'FIN-01': ['Finland 1'],
    'FIN-02': ['Finland 2'],
    'ICE-01': ['Iceland 1'],
  };
  const nearestLocation = (given: string) => nearest(given, LOCATIONS, (code) => names[code] ?? []);
  expect(nearestLocation('finland-2')).toBe('FIN-02');
  expect(nearestLocation('Iceland')).toBe('ICE-01');
});

test('an existing name is the nearest name of itself, and two swapped letters count as one mistake', () => {
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
    randomCases(100),
  );
});

test('an unrelated id is never close; a mistyped id is', () => {
  const ids = Array.from({ length: 8 }, (_, index) =>
    createHash('md5')
      .update(String(index))
      .digest('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
  for (const id of ids) {
    expect(
      nearest(
        id,
        ids.filter((other) => other !== id),
      ),
    ).toBeUndefined();
    expect(nearest(id.replace(/.$/, 'x'), ids)).toBe(id);
  }
});
