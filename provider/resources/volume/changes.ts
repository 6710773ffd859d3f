import type { ChangeRules } from '../../schema/rules';
import {
  asSet,
  by,
  fixed,
  growOnly,
  replace,
  setting,
  unmanagedWhenLeftOut,
  update,
} from '../../schema/rules';
import { tagMeaning } from '../common';
import type { VolumeInputs } from './properties';

export const changes: ChangeRules<VolumeInputs> = {
  name: update,
  size: growOnly,
  type: replace,
  locationCode: replace,
  instanceIds: unmanagedWhenLeftOut(asSet(update)),
  tags: by(update, tagMeaning),
  sourceVolumeId: unmanagedWhenLeftOut(replace),
  restoreVolumeId: fixed,
  adoptId: fixed,
  allowShutdown: setting,
  deletePermanently: setting,
  replaceOn: setting,
};
