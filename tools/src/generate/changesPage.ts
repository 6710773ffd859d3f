// docs/changes.md: what a change of each input does.
import type { ResourceSchema } from '../../../provider/schema/resourceSchema';
import type { Input, NestedInput, Type } from '../../../provider/schema/types';

const EFFECTS: Readonly<Record<NestedInput['onChange'], string>> = {
  'in place': 'in place',
  'grow only': 'in place; grows only',
  replace: '**replaced**',
  'next machine': 'stored for the next machine',
  'creation only': 'stored: it only matters at creation',
  setting: 'stored: it steers the provider',
  refused: 'refused at preview',
};

const INTRODUCTION = `# What a change does

Generated from the schemas of the resources by \`npm run generate\`.

- **in place**: the resource stays; nothing is lost.
- **replaced**: a new resource is created and the old one is deleted. The old machine is deleted first where both cannot
  exist at the same time, because a volume can be attached to only one of them.
- **stored for the next machine**: the cloud cannot change it on a machine that exists. The machine is not replaced, because
  that could end a training run for the new name of a key. Preview says so; \`replaceOn: ["sshKeyIds"]\` asks for the
  replacement.
- **stored: it only matters at creation**: the existing resource does not change, and preview says so.
- **stored: it steers the provider**: the next action of the provider uses it.
- *left out: not managed*: if a program does not set the input, the provider does not change it.
`;

/** The text of the page, before formatting. */
export const changesPage = (schemas: readonly ResourceSchema[]): string =>
  [INTRODUCTION, ...schemas.map(section)].join('\n');

const section = ({ name, inputs }: ResourceSchema): string =>
  [`## ${name}`, '', '| Input | On change |', '| --- | --- |', ...rows(inputs), ''].join('\n');

const rows = (inputs: Readonly<Record<string, Input | NestedInput>>, around = ''): string[] =>
  Object.entries(inputs).flatMap(([name, input]) => {
    const { type, onChange, note } = input;
    const isUnmanaged = 'unmanagedWhenLeftOut' in input && input.unmanagedWhenLeftOut;
    const cell = [EFFECTS[onChange], note, isUnmanaged && '_left out: not managed_']
      .filter(Boolean)
      .join('; ');
    return [`| \`${around}${name}\` | ${cell} |`, ...nested(type, `${around}${name}`)];
  });

function nested(type: Type, path: string): string[] {
  if (type.kind === 'list') return nested(type.items, `${path}[]`);
  return type.kind === 'inputObject' ? rows(type.inputs, `${path}.`) : [];
}
