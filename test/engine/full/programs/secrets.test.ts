import { native } from '../../support/doors';
import { describeSecrets } from '../../support/shared/secrets';

describeSecrets(native);
