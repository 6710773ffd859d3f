import type { TestCloud } from './cloud';
import { startCloud } from './cloud';
import { run } from './program';

/** One cloud for all tests of a file, and a new run of a program that uses it for each test. */
export function cloudOfPrograms(): { cloud: TestCloud } {
  const here = {} as { cloud: TestCloud };
  beforeAll(async () => {
    here.cloud = await startCloud();
  });
  beforeEach(() => run({ config: here.cloud.config }));
  afterAll(() => here.cloud.close());
  return here;
}
