import type { Page } from '../generate/reference/page';
import type { Place } from './entry';

/** The call of the client for each operation that has one, by the id of the operation. */
export type Calls = ReadonlyMap<string, Place>;

/** The calls that the page of the client describes. If several send an operation, the first one counts. */
export function callsOf({ parts }: Page): Calls {
  const calls = parts.flatMap(({ title, properties = [] }) =>
    properties.flatMap(({ name, sends = [] }) => {
      const [method = ''] = name.split(/[<(]/);
      return sends.map(({ id }) => [id, `client().${title}.${method}`] as const);
    }),
  );
  return new Map(calls.reverse());
}
