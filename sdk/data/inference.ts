import type * as schema from '../../api/schema';
import { required, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';

/** A model that is served; `endpointModel` is what an inference request names. Prices are strings. */
export type InferenceModel = Camelized<schema.InferenceModel>;

/** The models that are served, with their prices in the account's currency (GET /v1/inference/models). */
export const getInferenceModels = dataSource<NoArgs, InferenceModel[]>({
  name: 'getInferenceModels',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.inference.models()),
});

/** `getInferenceModels` as an output. */
export const getInferenceModelsOutput = getInferenceModels.output;

/** Which model. */
export interface GetInferenceModelArgs {
  /** Its code. */
  code: string;
}

/** One model (GET /v1/inference/models/{code}). One that does not exist is an error. */
export const getInferenceModel = dataSource<GetInferenceModelArgs, InferenceModel>({
  name: 'getInferenceModel',
  shape: 'object',
  args: { code: required(text()) },
  ask: async (api, { code }) => camelize(await api.inference.model(code)),
});

/** `getInferenceModel` as an output. */
export const getInferenceModelOutput = getInferenceModel.output;
