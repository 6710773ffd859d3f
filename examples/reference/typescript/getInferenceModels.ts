import { getInferenceModelsOutput } from 'pulumi-cloud-compute';

export const codes = getInferenceModelsOutput().apply((models) => models.map(({ code }) => code));
