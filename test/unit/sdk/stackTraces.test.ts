// When a program makes resources, Pulumi's SDK needs most of the time to format stack traces that are not used.
import * as pulumi from '@pulumi/pulumi';
import { Volume } from 'pulumi-cloud-compute';
import { run, runInline, runOnMocks, valueOf } from './support/program';

const args = { size: 50, type: 'NVMe', locationCode: 'FIN-01' } as const;
const LIMIT = 25;
const before = Error.stackTraceLimit;

beforeEach(() => {
  Error.stackTraceLimit = LIMIT;
});

afterEach(() => {
  Error.stackTraceLimit = before;
  delete process.env['PULUMI_DEBUG_PROMISE_LEAKS'];
});

/** The limits in which the SDK runs its part of the constructor, as a transformation of a component sees them. */
function observed(opts: pulumi.CustomResourceOptions = {}): number[] {
  const limits: number[] = [];
  const note: pulumi.ResourceTransformation = () => {
    limits.push(Error.stackTraceLimit);
    return undefined;
  };
  const parent = new pulumi.ComponentResource('my:module:Team', 'team', {}, { transformations: [note] });
  limits.length = 0;
  new Volume('data', args, { parent, ...opts });
  return limits;
}

const doNothing: pulumi.ResourceTransformation = () => undefined;

/** The stack of an error that a transformation throws, far below the program. */
function stackOf(make: (thrower: pulumi.ResourceTransformation) => unknown): string[] {
  const thrower: pulumi.ResourceTransformation = ({ type }) => {
    if (!type.endsWith(':Volume')) return undefined;
    throw new Error('no volume without a team');
  };
  try {
    make(thrower);
  } catch (error) {
    return (error as Error).stack?.split('\n') ?? [];
  }
  throw new Error('The transformation did not run.');
}

describe.each([
  ['on mocks', () => runOnMocks()],
  ['in a program', () => run()],
])('%s', (_, start) => {
  beforeEach(() => start());

  test('the SDK records one frame for each trace, and the limit is the old one afterwards', () => {
    expect(observed()).toEqual([1]);
    expect(Error.stackTraceLimit).toBe(LIMIT);
  });

  test('a lower limit of the program stays', () => {
    Error.stackTraceLimit = 0;
    expect(observed()).toEqual([0]);
    expect(Error.stackTraceLimit).toBe(0);
  });

  test('traces are whole with PULUMI_DEBUG_PROMISE_LEAKS', () => {
    process.env['PULUMI_DEBUG_PROMISE_LEAKS'] = 'true';
    expect(observed()).toEqual([LIMIT]);
  });

  test('traces are whole if the options of the resource have transformations', () => {
    expect(observed({ transformations: [doNothing] })).toEqual([LIMIT]);
    expect(observed({ transformations: [] })).toEqual([1]);
  });

  test('an error of a transformation in the options keeps its stack', () => {
    const [message, ...frames] = stackOf(
      (thrower) => new Volume('data', args, { transformations: [thrower] }),
    );
    expect(message).toBe('Error: no volume without a team');
    expect(frames.join('\n')).toContain('stackTraces.test.ts');
    expect(frames.length).toBeGreaterThan(4);
    expect(Error.stackTraceLimit).toBe(LIMIT);
  });

  test('an error of a transformation of the parent keeps its message and the frame that threw it', () => {
    const [message, ...frames] = stackOf((thrower) => {
      const parent = new pulumi.ComponentResource(
        'my:module:Team',
        'team',
        {},
        { transformations: [thrower] },
      );
      return new Volume('data', args, { parent });
    });
    expect(message).toBe('Error: no volume without a team');
    expect(frames).toEqual([expect.stringContaining('stackTraces.test.ts')]);
    expect(Error.stackTraceLimit).toBe(LIMIT);
  });
});

test('an error of a transformation of the stack keeps its message and the frame that threw it', async () => {
  await runInline({}, () => {
    const [message, ...frames] = stackOf((thrower) => {
      pulumi.runtime.registerStackTransformation(thrower);
      return new Volume('data', args);
    });
    expect(message).toBe('Error: no volume without a team');
    expect(frames).toEqual([expect.stringContaining('stackTraces.test.ts')]);
  });
});

/** A position in the program, as the SDK sends it. */
interface Position {
  getUri(): string;
  getLine(): number;
}
interface Request {
  getName(): string;
  getSourceposition(): Position | undefined;
  getStacktrace(): { getFramesList(): { getPc(): Position | undefined }[] } | undefined;
}
type Send = (request: Request, callback: unknown) => unknown;

/** The requests that register resources. */
function registrations(): Request[] {
  const requests: Request[] = [];
  const monitor = pulumi.runtime.getMonitor() as unknown as { registerResource: Send };
  const send = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, callback) => {
    requests.push(request);
    return send(request, callback);
  };
  return requests;
}

/** The frames that the SDK registers with a resource of the program; the first is its position. */
async function framesOf(create: () => Volume): Promise<string[]> {
  await runOnMocks();
  const requests = registrations();
  await valueOf(create().id);
  const request = requests.find((each) => each.getName() === 'data');
  const frames = request?.getStacktrace()?.getFramesList() ?? [];
  const positions = [request?.getSourceposition(), ...frames.slice(1).map((frame) => frame.getPc())];
  return positions.map((position) => `${position?.getUri() ?? '?'}:${position?.getLine() ?? 0}`);
}

test('the SDK registers the same positions, with that of the program', async () => {
  let line = '';
  const create = (): Volume => {
    const twoLinesAbove = new Error().stack;
    line = /stackTraces\.test\.ts:(\d+)/.exec(twoLinesAbove ?? '')?.[1] ?? '';
    return new Volume('data', args);
  };
  const all: string[][] = [];
  for (const setting of ['', 'true']) {
    process.env['PULUMI_DEBUG_PROMISE_LEAKS'] = setting;
    all.push(await framesOf(create));
  }
  const [frames, whole] = all;
  expect(frames).toEqual(whole);
  // The SDK expects one class less between its own and the program.
  expect(frames?.[0]).toContain('/sdk/resources/volume.ts:');
  expect(frames?.[1]).toMatch(new RegExp(`/stackTraces\\.test\\.ts:${String(Number(line) + 2)}$`));
});
