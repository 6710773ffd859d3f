import * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { perRunOfAllCopies } from '../pulumi/run';
import { sourcesOf } from '../pulumi/undeclared';

/** The machines that a gate of the program waits for. */
const machinesOfGates = perRunOfAllCopies('machines of gates', () => new Set<pulumi.Resource>());

/** Notes the machines that a gate waits for: instances, or their ids. */
export function noteGate(instances: readonly unknown[]): void {
  for (const instance of instances) {
    const sources = pulumi.Output.isInstance(instance) ? sourcesOf(instance) : [instance];
    for (const source of sources) {
      if (isResource(source, 'Instance')) machinesOfGates().add(source as pulumi.Resource);
    }
  }
}

/** Whether a gate waits for the machine, as far as the program has run. */
export const hasGate = (machine: pulumi.Resource): boolean => machinesOfGates().has(machine);
