import type { Camelized } from '../../../sdk/camelize';
import { camelize } from '../../../sdk/camelize';

test('camelize changes names at any depth, and no values', () => {
  const original = {
    price_per_hour: '1.5',
    p2p: '50 GB/s',
    gpu_memory: { size_in_gigabytes: 80 },
    best_for: ['large_models'],
    worker_nodes: [{ public_ip: null }],
    _links: true,
  };
  const words: Camelized<typeof original> = camelize(original);
  expect(words).toEqual({
    pricePerHour: '1.5',
    p2p: '50 GB/s',
    gpuMemory: { sizeInGigabytes: 80 },
    bestFor: ['large_models'],
    workerNodes: [{ publicIp: null }],
    _links: true,
  });
  expect(words.gpuMemory.sizeInGigabytes).toBe(80);
});

test.each([null, 7, 'a_b', true])('camelize does not change %p', (value) => {
  expect(camelize(value)).toBe(value);
});
