import { shortUrn, typeToken, wholeUrn } from '../../../core/urn';

test.each([
  ['a name', 'trainer'],
  ['a name with what parts a URN', 'a::b::urn:c'],
  ['a name of several lines', 'a\nb'],
])('a short URN of %s identifies the whole one', (_, name) => {
  expect(wholeUrn(shortUrn('dev', 'lab', name), 'Instance')).toBe(
    `urn:pulumi:dev::lab::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`,
  );
});

test.each([
  ['one of a state that an earlier version wrote', `urn:pulumi:dev::lab::${typeToken('Volume')}::data`],
  ['one below a parent', `urn:pulumi:dev::lab::my:index:Lab$${typeToken('Volume')}::data`],
  ['none, of what the engine does not tell', ''],
  ['a name alone', 'data'],
])('a URN stays unchanged: %s', (_, urn) => {
  expect(wholeUrn(urn, 'Volume')).toBe(urn);
});
