import { dynamic } from '../support/doors';
import { describeLives } from '../support/lives';

describeLives(dynamic);
