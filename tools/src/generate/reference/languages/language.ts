import type { PageType } from '../page';

/** Where the examples of a language are. */
export interface ExampleLanguage {
  /** The folder in examples/reference. */
  readonly folder: string;
  /** The extension of the files, which also marks code blocks. */
  readonly extension: string;
}

/** The differences between the reference for one programming language and another. */
export interface Language extends ExampleLanguage {
  /** The name of a type, as its programs write it. */
  readonly typeName: (type: PageType, isInput: boolean) => string;
  /** How a program looks up a resource that it does not manage. */
  readonly lookUp: (className: string) => string;
  /** The forms in which a program calls a data source, in sentences. */
  readonly dataSourceForms: string;
}
