import { TestClock } from '../../unit/provider/polling/testClock';

/** A clock for whole runs: between two moments more follows from each other than in a test of one part. */
export class PatientClock extends TestClock {
  override async quiet(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await super.quiet();
  }
}
