import { shortUrn, typeToken, wholeUrn } from '../../../core/urn';

test.each([
  ['a name', 'trainer'],
  ['a name with the separators of a URN', 'a::b::urn:c'],
  ['a name of several lines', 'a\nb'],
])('a short URN of %s identifies the whole URN', (_, name) => {
  expect(wholeUrn(shortUrn('dev', 'lab', name), 'Instance')).toBe(
    `urn:pulumi:dev::lab::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`,
  );
});

test.each([
  ['a whole URN', `urn:pulumi:dev::lab::${typeToken('Volume')}::data`],
  ['a URN below a parent', `urn:pulumi:dev::lab::my:index:Lab$${typeToken('Volume')}::data`],
  ['an empty text, if the engine gives no URN', ''],
  ['only a name', 'data'],
])('wholeUrn does not change %s', (_, urn) => {
  expect(wholeUrn(urn, 'Volume')).toBe(urn);
});
