import { dynamic } from '../support/doors';
import { describeSecrets } from '../support/shared/secrets';

describeSecrets(dynamic);
