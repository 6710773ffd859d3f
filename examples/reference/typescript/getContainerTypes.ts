import { getContainerTypesOutput } from 'pulumi-cloud-compute';

export const names = getContainerTypesOutput().apply((types) => types.map(({ name }) => name));
