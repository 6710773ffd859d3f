// Serves the data sources as functions.
import { pluginToken } from '../core/urn';
import { propertiesOf } from '../core/validation/shape';
import { currentRun } from '../provider/run/run';
import { UserFacingError } from '../provider/run/errors';
import { camelize } from '../sdk/camelize';
import { pluginAreas } from '../sdk/dataSources';
import type { DataSource } from '../sdk/dataSources/support/describe';
import { argumentShapes } from '../sdk/dataSources/support/describe';
import { argumentFailures } from './protocol/failures';
import { messages } from './protocol/stubs';
import { open, seal } from './protocol/values';

const sources: ReadonlyMap<string, DataSource<object, unknown>> = new Map(
  Object.values(pluginAreas).flatMap((area) =>
    Object.entries(area as Record<string, DataSource<object, unknown>>).map(
      ([name, source]) => [pluginToken(name), source] as const,
    ),
  ),
);

/** Requests the result of a data source. A list or a plain value is the property `result`, as in the schema. */
export async function invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
  const token = request.getTok();
  const source = sources.get(token);
  if (!source) throw new UserFacingError(`There is no function ${token}.`);
  const { values, secrets } = open(request.getArgs());
  const response = new messages.InvokeResponse();
  const problems = propertiesOf(values, argumentShapes(source));
  response.setFailuresList(argumentFailures(problems));
  if (problems.length > 0) return response;
  const result = camelize(await source.ask(currentRun().client, values));
  const isSecret = source.secret !== undefined || secrets.size > 0;
  response.setReturn(seal({ result }, new Set(isSecret ? ['result'] : [])));
  return response;
}
