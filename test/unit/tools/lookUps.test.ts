// What the programs of data sources in other languages take from the example in TypeScript.
import { Contract } from '../../../tools/src/contract/document';
import { ContractTypes } from '../../../tools/src/generate/pulumi/pulumiContractTypes';
import { lookUpOf } from '../../../tools/src/generate/reference/lookUps/fromTypeScript';
import { python } from '../../../tools/src/generate/reference/lookUps/python';

const component = {
  type: 'object',
  properties: { code: { type: 'string' }, cpu: { type: 'object' } },
  required: ['code'],
};
const document = { paths: {}, components: { schemas: { Location: component } } };

/** The lines after the imports of the program in Python. */
const inPython = (example: string): string[] => {
  const types = new ContractTypes(new Contract(document));
  return python(lookUpOf('getKinds', { list: 'Location' }, example, types, false))
    .split('\n')
    .slice(3);
};

test('an output that is only a property has the name and the comment of the example', () => {
  const example = `// The codes.
    export const codes = getKindsOutput({ limit: 5, isNew: true }).apply((all) => all.map(({ code }) => code));`;
  expect(inPython(example.replace(/^ +/gm, ''))).toEqual([
    'kinds = cloud.get_kinds_output(limit=5, is_new=True).result',
    '',
    '# The codes.',
    'pulumi.export("codes", kinds.apply(lambda all: [one.code for one in all]))',
  ]);
});

test('another output has the name of the data source, and no comment', () => {
  const example = `// The codes of the large ones.
    export const large = getKindsOutput().apply((all) => all.filter(({ cpu }) => cpu).map(({ code }) => code));`;
  expect(inPython(example.replace(/^ +/gm, ''))).toEqual([
    'kinds = cloud.get_kinds_output().result',
    '',
    'pulumi.export("kinds", kinds.apply(lambda all: [one.code for one in all]))',
  ]);
});

test.each([
  [
    'getKindsOutput({ code: machine.id }).apply((all) => all.map(({ code }) => code));',
    /no other language has words for machine.id/,
  ],
  [
    'getKindsOutput({ code: name }).apply((all) => all.map(({ code }) => code));',
    /no other language has words for name/,
  ],
  [
    'getKindsOutput().apply((all) => all.map(({ cpu }) => cpu));',
    /There is no property that every language can show/,
  ],
  ['getOther();', /does not call getKindsOutput/],
])('the program `%s` is refused', (call, message) => {
  expect(() => inPython(`export const codes = ${call}`)).toThrow(message);
});
