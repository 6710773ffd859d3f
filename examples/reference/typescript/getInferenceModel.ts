import * as pulumi from '@pulumi/pulumi';
import { getInferenceModelOutput } from 'pulumi-cloud-compute';

// pulumi config set model <code of a model>
const code = new pulumi.Config().require('model');

export const serviceTiers = getInferenceModelOutput({ code }).serviceTiers;
