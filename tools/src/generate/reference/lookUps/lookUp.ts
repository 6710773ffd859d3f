// The program of a data source in no programming language: its call, and one output.
import type { TypeSpec } from '../../pulumi/pulumiSpec';

/** The value of an argument: a literal, or a value of the stack's configuration. */
export type Value = string | number | boolean | readonly string[] | { readonly setting: string };

/** A value of the stack's configuration. */
export interface Setting {
  readonly name: string;
  /** What it is, e.g. `id of a volume`. */
  readonly doc: string;
}

export interface LookUp {
  /** The data source, e.g. `getVolume`. */
  readonly name: string;
  /** The variable of its result, e.g. `volume`. */
  readonly variable: string;
  readonly settings: readonly Setting[];
  readonly args: readonly { readonly name: string; readonly value: Value }[];
  /** Whether the SDK for Go uses the usual name of the answer for something else. */
  readonly isTakenInGo: boolean;
  readonly shown: Shown;
}

/** What the program shows: the whole result, a property of it, or that property of each object in a list. */
export interface Shown {
  /** The name of the output. */
  readonly output: string;
  /** Sentences about it. */
  readonly comments: readonly string[];
  readonly property?: { readonly name: string; readonly type: TypeSpec; readonly isOptional: boolean };
  /** The name of the type in a list. */
  readonly listOf?: string;
}

export const isSetting = (value: Value): value is { readonly setting: string } =>
  typeof value === 'object' && 'setting' in value;

/** The lines that say how to set the configuration. */
export const howToSet = (settings: readonly Setting[]): string[] =>
  settings.map(({ name, doc }) => `pulumi config set ${name} <${doc}>`);

/** The characters of a line in Python and Java. Go and YAML have no limit. */
export const LONGEST_LINE = 100;

/** Lines as comments. */
export const commented = (mark: string, lines: readonly string[]): string[] =>
  lines.map((line) => `${mark} ${line}`);

export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
