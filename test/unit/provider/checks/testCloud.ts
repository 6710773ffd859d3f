import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import type { Call } from '../../../../provider/session/call';
import { Session } from '../../../../provider/session/session';
import type { Problem } from '../../../../core/validation/shape';
import { info } from '../../../../provider/session/progress';

/** All operations of this cloud complete at once. */
const durations = {
  provisioningSeconds: 0,
  shutdownSeconds: 0,
  volumeCreateSeconds: 0,
  attachSeconds: 0,
  detachSeconds: 0,
  volumeDeleteSeconds: 0,
};

type Config = Readonly<Record<string, string>>;

/** The call of a check for one resource of a program. */
export interface TestCall extends Call {
  readonly warnings: string[];
}

/** An emulator, and the sessions of the programs that use it. */
export class TestCloud {
  private constructor(readonly emulator: Emulator) {}

  static async start(options: EmulatorOptions = {}): Promise<TestCloud> {
    return new TestCloud(await startEmulator({ durations, rateLimits: false, ...options }));
  }

  /** A plugin process whose configuration is the address, the credentials and `config`. */
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

/** The id of no resource. */
export const UNKNOWN_ID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

/** One cloud for all tests of a file, and a new plugin process for each test. */
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

/** The call for the resource of this name. */
export function callIn(session: Session, name = 'trainer'): TestCall {
  const warnings: string[] = [];
  const { signal } = new AbortController();
  return {
    session,
    urn: `urn:pulumi:dev::lab::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`,
    name,
    noteKey: name,
    owner: 'owner',
    keep: false,
    replaceOn: [],
    isPreview: true,
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

/** The problems as sorted sentences. */
export const messagesOf = (problems: readonly Problem[]): string[] =>
  problems.map(({ path, reason }) => (path ? `${path} ${reason}` : reason)).sort();

/** The printed price lines; needs a mocked `provider/session/progress`. */
export const prices = (): string[] => jest.mocked(info).mock.calls.map(([, message]) => message);
