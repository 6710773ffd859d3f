// The names of the catalogue that an editor suggests for an argument. Any other text is accepted too: the cloud may offer
// more.
import path from 'node:path';
import type { NestedInput } from '../../../provider/schema/types';

type Entries = readonly { readonly [field in 'name' | 'type' | 'code']?: string }[];

/** The catalogue of the emulator. */
interface Catalogue {
  readonly machineTypes: Entries;
  readonly clusterKinds: Entries;
  readonly places: Entries;
  readonly images: Entries;
  readonly clusterImages: Entries;
}

/** A type, the list of the catalogue that it is made from, and the field with the names. */
interface Source {
  readonly of: string;
  readonly list: keyof Catalogue;
  readonly field: keyof Entries[number];
}

const SOURCES = {
  SuggestedInstanceType: { of: 'an instance type', list: 'machineTypes', field: 'name' },
  SuggestedClusterType: { of: 'a cluster type', list: 'clusterKinds', field: 'name' },
  SuggestedLocation: { of: 'a location', list: 'places', field: 'code' },
  SuggestedImage: { of: 'an image for instances', list: 'images', field: 'type' },
  SuggestedClusterImage: { of: 'an image for clusters', list: 'clusterImages', field: 'type' },
} as const satisfies Readonly<Record<string, Source>>;

type Name = keyof typeof SOURCES;

const BY_LIST: { readonly [List in NonNullable<NestedInput['listedIn']>]?: Name } = {
  instanceTypes: 'SuggestedInstanceType',
  clusterTypes: 'SuggestedClusterType',
  locations: 'SuggestedLocation',
};

/** The type of the names that an input takes, if the catalogue has such names. */
export function namesOf(key: string, { listedIn }: NestedInput, resource: string): Name | undefined {
  if (key === 'image') return resource === 'Cluster' ? 'SuggestedClusterImage' : 'SuggestedImage';
  return listedIn && BY_LIST[listedIn];
}

/** The declarations of these types. */
export async function suggestedNames(root: string): Promise<string> {
  const compiled = path.join(root, 'emulator', 'dist', 'model', 'catalogue', 'index.js');
  const catalogue = (await import(compiled)) as Catalogue;
  return Object.entries<Source>(SOURCES)
    .map(([name, { of, list, field }]) => {
      const names = catalogue[list].map((entry) => `'${entry[field] ?? ''}'`);
      return `/** The name of ${of}: an editor suggests these, and any other text is accepted too. */
export type ${name} = ${[...new Set(names), '(string & Record<never, never>)'].join(' | ')};
`;
    })
    .join('\n');
}
