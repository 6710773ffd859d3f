import { native } from '../../support/doors';
import { describeGet } from '../../support/shared/get';

describeGet(native);
