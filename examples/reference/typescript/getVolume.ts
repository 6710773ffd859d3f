import * as pulumi from '@pulumi/pulumi';
import { getVolumeOutput } from 'pulumi-cloud-compute';

// pulumi config set volumeId <id of a volume>
const id = new pulumi.Config().require('volumeId');

export const mountCommand = getVolumeOutput({ id }).mountCommand;
