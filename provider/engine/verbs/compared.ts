import type { ResourceDefinition, State } from '../../schema/define';
import { hasUnknown } from '../../schema/unknown';
import type { Call } from '../../run/call';

/** A resource in state, and what the program says of it. */
export interface Compared<I extends object, O extends object> {
  readonly definition: ResourceDefinition<I, O>;
  readonly call: Call;
  readonly id: string;
  readonly state: State<I, O>;
  readonly inputs: I;
}

/**
 * Whether the program of this run declares it. A refresh compares the cloud with the last program, only to show the
 * differences: it must not fail for one, and `destroy --refresh` deletes all the same.
 */
export const isDeclared = ({ run, urn }: Call): boolean => run.program.has(urn);

/**
 * Whether the program of this run makes the change. Before the engine deletes a resource in order to replace it, it also
 * calls diff for the dependents, with unknown inputs: the program has not declared them yet.
 */
export const isPlanned = <I extends object, O extends object>({ call, inputs }: Compared<I, O>): boolean =>
  isDeclared(call) || (call.run.program.runs && hasUnknown(inputs));
