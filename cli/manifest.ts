import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts that are read of a package.json. */
export interface Manifest {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** The package that this command belongs to. */
export const ownManifest: Manifest = readManifest(path.join(__dirname, '..', '..', 'package.json'));
