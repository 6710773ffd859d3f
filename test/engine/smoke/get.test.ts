import { dynamic } from '../support/doors';
import { describeGet } from '../support/shared/get';

describeGet(dynamic);
