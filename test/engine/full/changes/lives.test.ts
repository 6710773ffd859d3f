import { native } from '../../support/doors';
import { describeLives } from '../../support/lives';

describeLives(native);
