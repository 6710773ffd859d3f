import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { declare } from '../../../../provider/engine/verbs/check';
import type { ResourceDefinition } from '../../../../provider/schema/define';
import type { Call } from '../../../../provider/run/call';
import { Run } from '../../../../provider/run/run';
import type { Problem } from '../../../../core/validation/shape';
import { info } from '../../../../provider/run/progress';

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
  run(config: Config = {}): Run {
    const settings: Config = {
      'cloudCompute:baseUrl': this.emulator.url,
      'cloudCompute:clientId': 'emulator',
      'cloudCompute:clientSecret': 'emulator',
      ...config,
    };
    return new Run((key) => settings[key], {});
  }

  async close(): Promise<void> {
    await this.emulator.close();
  }
}

/** The id of no resource. */
export const UNKNOWN_ID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

/** One cloud for all tests of a file, and a new plugin process for each test. */
export function testCloud(): { cloud: TestCloud; run: Run } {
  const here = {} as { cloud: TestCloud; run: Run };
  beforeAll(async () => {
    here.cloud = await TestCloud.start();
  });
  beforeEach(() => {
    jest.clearAllMocks();
    here.run = here.cloud.run();
  });
  afterAll(() => here.cloud.close());
  return here;
}

/** The call for the resource of this name. */
export function callIn(run: Run, name = 'trainer'): TestCall {
  const warnings: string[] = [];
  const { signal } = new AbortController();
  return {
    run,
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

/** Checks a resource as the check verb does: first it is declared. */
export async function checked<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: TestCall,
  inputs: Partial<I>,
  olds?: Partial<I>,
): Promise<Problem[]> {
  declare(definition, call, inputs, olds);
  return (await definition.check?.(call, inputs, olds)) ?? [];
}

/** The problems as sorted sentences. */
export const messagesOf = (problems: readonly Problem[]): string[] =>
  problems.map(({ path, reason }) => (path ? `${path} ${reason}` : reason)).sort();

/** The printed price lines; needs a mocked `provider/run/progress`. */
export const prices = (): string[] => jest.mocked(info).mock.calls.map(([, message]) => message);
