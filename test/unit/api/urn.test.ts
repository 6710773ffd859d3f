import { shortUrn, typeToken, urnBelowStack, wholeUrn } from '../../../api/urn';

test.each([
  ['a name', 'trainer'],
  ['a name with what parts a URN', 'a::b::urn:c'],
  ['a name of several lines', 'a\nb'],
])('a short URN of %s tells the whole one', (_, name) => {
  const whole = urnBelowStack('dev', 'lab', 'Instance', name);
  expect(whole).toBe(`urn:pulumi:dev::lab::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`);
  expect(wholeUrn(shortUrn('dev', 'lab', name), 'Instance')).toBe(whole);
});

test.each([
  ['one of a state that an earlier version wrote', urnBelowStack('dev', 'lab', 'Volume', 'data')],
  ['one below a parent', `urn:pulumi:dev::lab::my:index:Lab$${typeToken('Volume')}::data`],
  ['none, of what the engine does not tell', ''],
  ['a name alone', 'data'],
])('%s stays as it is', (_, urn) => {
  expect(wholeUrn(urn, 'Volume')).toBe(urn);
});
