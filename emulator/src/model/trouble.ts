import { objectOf, optional } from './rows';
import type { Field } from './rows';

/** How a startup script ends. */
export interface ScriptEnd {
  /** As `cloud-init status --wait` reports it: 0, 1 for a failure, 2 for recoverable errors. */
  exitCode: number;
  /** The log that `cloud-init status` prints. */
  output: string;
}

/** What is wrong with a machine that answers, from its first boot until it is started again. */
export interface Trouble {
  /** Its SSH port never opens. */
  noSsh?: true;
  script?: ScriptEnd;
}

export const troubleField: Field = objectOf<Trouble>({
  noSsh: optional({ const: true }),
  script: optional(
    objectOf<ScriptEnd>({ exitCode: { type: 'integer', minimum: 0 }, output: { type: 'string' } }),
  ),
});
