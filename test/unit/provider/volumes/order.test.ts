import { notCopied } from '../../../../provider/volumes/order';
import { volumeSchema } from '../../../../provider/volumes/schema';
import type { Input } from '../../../../provider/schema/types';

const later = (onChange: Input['onChange'], api: Input['api'] = 'field'): Input => ({
  type: { kind: 'text' },
  doc: 'An input of a later version.',
  onChange,
  api,
});

const copy = { name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01', sourceVolumeId: 'vol-1' };

test('a copy takes every input of today', () => {
  expect(notCopied(volumeSchema, { ...copy, tags: {}, instanceIds: [] })).toEqual([]);
});

test('a copy does not take a later input that is sent only with the order of an empty volume', () => {
  const inputs = {
    ...volumeSchema.inputs,
    replacing: later('replace'),
    creating: later('creation only'),
    changing: later('in place'),
    unsent: later('replace', { none: 'An action sets it.' }),
    leftOut: later('replace'),
  };
  const given = { ...copy, replacing: 'a', creating: 'b', changing: 'c', unsent: 'd', leftOut: undefined };
  expect(notCopied({ ...volumeSchema, inputs }, given)).toEqual(['replacing', 'creating']);
});
