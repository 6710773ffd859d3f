// Shared by the tests of the end of a run: a stack with an owner, tagged machines, and the warnings.
import type { TagRequest } from '../../../../api/schema';
import type { TestCloud } from './cloud';
import type { Registered, RunOptions } from './program';

export const OWNER = '0a1b2c3d4e5f';

/** Collects the warnings on the console from now on. */
export function collectWarnings(): string[] {
  const warnings: string[] = [];
  jest.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
  return warnings;
}

/** An engine that gives these ids to the resources of a program, and an owner to its stack. */
export const engineOf = (
  { config }: TestCloud,
  ids: Readonly<Record<string, string>>,
  outputs: Readonly<Record<string, unknown>> = {},
): RunOptions => ({
  preview: false,
  config,
  answer: ({ name, type, inputs }: Registered) =>
    type.endsWith(':Owner')
      ? { id: OWNER, state: { ...inputs, owner: OWNER } }
      : { id: ids[name] ?? name, state: { ...inputs, ...outputs } },
});

/** Orders a machine with this tag. */
export const deployTagged = ({ client }: TestCloud, name: string, tag: TagRequest): Promise<string> =>
  client.instances.deploy({
    ...{ hostname: name, description: 'trains', image: 'ubuntu-24.04' },
    ...{ instance_type: '1V100.6V', location_code: 'FIN-01', tags: [tag] },
  });
