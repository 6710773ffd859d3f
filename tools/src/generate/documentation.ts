// The documentation of an input, for hover texts, pages and Pulumi's schema.
import type { Input, NestedInput } from '../../../provider/schema/types';

/** The words for the effect of a change at an input, and their meaning. */
interface Change {
  readonly words: string;
  readonly meaning: string;
}

export const CHANGES: Readonly<Record<NestedInput['onChange'], Change>> = {
  'in place': { words: 'On change: in place', meaning: 'The resource stays, and nothing is lost.' },
  'grow only': {
    words: 'On change: grown in place',
    meaning: 'The resource stays, and nothing is lost. A smaller value is refused at preview.',
  },
  replace: {
    words: 'On change: replaced',
    meaning:
      'A new resource is created, and the old one is deleted. A machine with existing volumes is deleted first, because only ' +
      'one machine can hold them. Preview names the deleted data.',
  },
  'next machine': {
    words: 'On change: stored for the next machine, unless `replaceOn` names it',
    meaning:
      'The cloud cannot change it on an existing machine. The machine stays, and preview says so: a replacement would end a ' +
      'training run because of the new name of a key. `replaceOn: ["sshKeyIds"]` asks for the replacement.',
  },
  'creation only': {
    words: 'Only matters at creation',
    meaning: 'A change is stored. The existing resource stays as it is, and preview says so.',
  },
  setting: { words: '', meaning: '' },
  refused: { words: 'On change: refused at preview', meaning: 'The message says what to do instead.' },
};

/** The documentation of an argument: its meaning, its default, and the effect of a change. */
export function documentationOf(input: NestedInput | Input, isNamed: boolean): string {
  const { doc, onChange, note, leftOutMeans } = input;
  const value = 'default' in input ? input.default : leftOutMeans;
  const byDefault = isNamed
    ? 'the name in the program and seven random digits'
    : value !== undefined &&
      value !== '' &&
      `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
  const isUnmanaged = 'unmanagedWhenLeftOut' in input && input.unmanagedWhenLeftOut;
  const change = [CHANGES[onChange].words, note].filter(Boolean).join('; ');
  return [
    doc,
    byDefault && `Default: ${byDefault}.`,
    isUnmanaged && 'Left out: not managed here.',
    change && `${change}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
