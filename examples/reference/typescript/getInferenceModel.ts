import { getInferenceModelOutput, getInferenceModelsOutput } from 'pulumi-cloud-compute';

const code = getInferenceModelsOutput().apply(([first]) => first?.code ?? '');

export const model = getInferenceModelOutput({ code });
