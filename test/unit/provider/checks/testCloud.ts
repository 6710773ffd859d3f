import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import type { Call } from '../../../../provider/session/call';
import { Session } from '../../../../provider/session/session';
import type { Problem } from '../../../../core/validation/shape';
import { info } from '../../../../provider/session/progress';

/** Nothing takes time in this cloud but what a test lets pass. */
const durations = {
  provisioningSeconds: 0,
  shutdownSeconds: 0,
  volumeCreateSeconds: 0,
  attachSeconds: 0,
  detachSeconds: 0,
  volumeDeleteSeconds: 0,
};

type Config = Readonly<Record<string, string>>;

/** One resource of a program, as a check is called about it. */
export interface TestCall extends Call {
  readonly warnings: string[];
}

/** A cloud of its own, and the sessions of programs that check themselves against it. */
export class TestCloud {
  private constructor(readonly emulator: Emulator) {}

  static async start(options: EmulatorOptions = {}): Promise<TestCloud> {
    return new TestCloud(await startEmulator({ durations, rateLimits: false, ...options }));
  }

  /** A plugin process with this config beyond address and credentials. */
  session(config: Config = {}): Session {
    const settings: Config = {
      'cloudCompute:baseUrl': this.emulator.url,
      'cloudCompute:clientId': 'emulator',
      'cloudCompute:clientSecret': 'emulator',
      ...config,
    };
    return new Session((key) => settings[key], {});
  }

  async close(): Promise<void> {
    await this.emulator.close();
  }
}

/** The id of nothing. */
export const NOBODY = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

/** For the tests of a file: one cloud for all of them, and for each a plugin process that has shown nothing yet. */
export function testCloud(): { cloud: TestCloud; session: Session } {
  const here = {} as { cloud: TestCloud; session: Session };
  beforeAll(async () => {
    here.cloud = await TestCloud.start();
  });
  beforeEach(() => {
    jest.clearAllMocks();
    here.session = here.cloud.session();
  });
  afterAll(() => here.cloud.close());
  return here;
}

/** The call of a resource with this name in the program. */
export function callIn(session: Session, name = 'trainer'): TestCall {
  const warnings: string[] = [];
  const { signal } = new AbortController();
  return {
    session,
    urn: `urn:pulumi:dev::lab::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`,
    name,
    owner: 'owner',
    keep: false,
    replaceOn: [],
    isPreview: false,
    isGet: false,
    recorded: {},
    deadline: Number.POSITIVE_INFINITY,
    signal,
    requests: { signal },
    warnings,
    status: () => undefined,
    warn: (message) => warnings.push(message),
  };
}

/** What the program's author reads. */
export const told = (problems: readonly Problem[]): string[] =>
  problems.map(({ path, reason }) => (path ? `${path} ${reason}` : reason)).sort();

/** The lines of price that were shown; needs a mocked `provider/session/progress`. */
export const prices = (): string[] => jest.mocked(info).mock.calls.map(([, message]) => message);
