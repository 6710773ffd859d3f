import { TestClock } from '../../unit/provider/polling/testClock';

/** A clock for whole runs: more callbacks follow each other within one moment than in a test of one part. */
export class PatientClock extends TestClock {
  override async quiet(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await super.quiet();
  }
}
