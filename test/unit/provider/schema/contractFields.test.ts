// The compiler refuses fields that the contract does not have. `npm run lint:types` compiles this file.
import type { Instance, Volume } from '../../../../api';
import { resourceSchema } from '../../../../provider/schema/resourceSchema';
import { number, text } from '../../../../provider/schema/types';

const volume = {
  name: 'Volume',
  provider: 'volume',
  createdBy: 'createVolume',
  noun: 'volume',
  doc: 'A volume.',
} as const;
const input = { type: text(), doc: 'A text.', onChange: 'replace' } as const;
const output = { type: text(), doc: 'A text.' } as const;

test('the fields that a schema names are in the contract', () => {
  const right = resourceSchema({
    ...volume,
    inputs: { locationCode: { ...input, api: { read: 'location', write: 'location_code' } } },
    outputs: { createdAt: output, size: { ...output, type: number, from: ({ size }: Volume) => size } },
  });
  // @ts-expect-error the object shows `location`
  resourceSchema({ ...volume, inputs: { locationCode: { ...input, api: 'location_code' } }, outputs: {} });
  // @ts-expect-error the request has `location_code`
  resourceSchema({ ...volume, inputs: { locationCode: { ...input, api: { write: 'place' } } }, outputs: {} });
  // @ts-expect-error no field has this name
  resourceSchema({ ...volume, inputs: {}, outputs: { colourOfIt: output } });
  // @ts-expect-error no field has this name
  resourceSchema({ ...volume, inputs: {}, outputs: { createdAt: { ...output, api: 'created' } } });
  // @ts-expect-error another object
  resourceSchema({ ...volume, inputs: {}, outputs: { ip: { ...output, from: ({ id }: Instance) => id } } });
  expect(Object.keys(right.outputs)).toEqual(['createdAt', 'size']);
});
