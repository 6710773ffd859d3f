import { createRequire } from 'node:module';
import type { IEngineServer } from '@pulumi/pulumi/proto/engine_grpc_pb';
import { EngineService } from '@pulumi/pulumi/proto/engine_grpc_pb';
import { LogSeverity } from '@pulumi/pulumi/proto/engine_pb';
import { EngineLog, sendToEngine } from '../../../../provider/run/progress';
import type { Line } from '../../../../provider/run/progress';
import { Scripts } from './plugin';

const urn = 'urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloud-compute:Instance::trainer';

/** The parts of Pulumi's copy of gRPC that this test uses. */
interface Grpc {
  readonly Server: new () => {
    addService(service: typeof EngineService, handlers: Pick<IEngineServer, 'log'>): void;
    bindAsync(
      address: string,
      credentials: unknown,
      callback: (error: Error | null, port: number) => void,
    ): void;
    forceShutdown(): void;
  };
  readonly ServerCredentials: { createInsecure(): unknown };
}
const ofPulumi = createRequire(require.resolve('@pulumi/pulumi'));
const grpc = ofPulumi('@grpc/grpc-js') as Grpc;
const { Empty } = ofPulumi('google-protobuf/google/protobuf/empty_pb.js') as { Empty: new () => Answer };
type Answer = NonNullable<Parameters<Parameters<IEngineServer['log']>[1]>[1]>;

/** An engine that only receives messages. */
class ListeningEngine {
  readonly heard: Line[] = [];
  private readonly server = new grpc.Server();
  private listeners: (() => void)[] = [];

  async start(): Promise<string> {
    const log: IEngineServer['log'] = ({ request }, callback) => {
      const severity = request.getSeverity() === LogSeverity.WARNING ? 'WARNING' : 'INFO';
      this.heard.push({
        urn: request.getUrn(),
        message: request.getMessage(),
        severity,
        ephemeral: request.getEphemeral(),
      });
      callback(null, new Empty());
      for (const listener of this.listeners.splice(0)) listener();
    };
    this.server.addService(EngineService, { log });
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
    return `127.0.0.1:${String(port)}`;
  }

  async hears(count: number): Promise<void> {
    while (this.heard.length < count) await new Promise<void>((resolve) => this.listeners.push(resolve));
  }

  stop(): void {
    this.server.forceShutdown();
  }
}

describe('a progress message', () => {
  const script = `
const { status, warn } = require('provider/run/progress');
const loaded = () => Object.keys(require.cache).some((path) => path.includes('@grpc'));
console.log('loaded before: ' + loaded());
status('', 'has no line');
for (const message of ['deploying', 'deploying', 'attaching']) status('${urn}', message);
warn('${urn}', 'mind the gap');
console.log('loaded after: ' + loaded());`;
  let engine: ListeningEngine;
  let scripts: Scripts;
  let address: string;
  beforeEach(async () => {
    engine = new ListeningEngine();
    scripts = new Scripts({ plugin: script });
    address = await engine.start();
  });
  afterEach(() => {
    engine.stop();
    scripts.dispose();
  });

  it('reaches the engine as a line that is rewritten, or as a warning that stays', async () => {
    const { exited, errors, lines } = scripts.run('plugin', [address]);
    await engine.hears(3);
    expect(engine.heard).toEqual(
      expect.arrayContaining([
        { urn, message: 'deploying', severity: 'INFO', ephemeral: true },
        { urn, message: 'attaching', severity: 'INFO', ephemeral: true },
        { urn, message: 'mind the gap', severity: 'WARNING', ephemeral: false },
      ]),
    );
    expect(engine.heard.length).toBe(3);
    expect(await exited).toEqual([0, null]);
    expect(errors()).toBe('');
    expect(lines).toEqual(['loaded before: false', 'loaded after: true']);
  });

  it('is dropped outside of a plugin', async () => {
    const { exited, lines } = scripts.run('plugin', []);
    expect(await exited).toEqual([0, null]);
    expect(lines).toEqual(['loaded before: false', 'loaded after: false']);
  });

  it('is only written to the log when the engine is gone', async () => {
    engine.stop();
    const { exited, errors } = scripts.run('plugin', [address], { CLOUD_COMPUTE_LOG: 'debug' });
    expect(await exited).toEqual([0, null]);
    const traces = errors()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(traces).toContainEqual(
      expect.objectContaining({ msg: 'the engine did not take this line', message: 'mind the gap', urn }),
    );
  });

  it('does not go through a proxy', async () => {
    scripts.run('plugin', [address], { http_proxy: 'http://127.0.0.1:9', no_proxy: '' });
    await engine.hears(3);
    expect(engine.heard.length).toBe(3);
  });

  it('fails only for its sender', async () => {
    engine.stop();
    const send = sendToEngine(address);
    await expect(send({ urn, message: 'x', severity: 'INFO', ephemeral: true })).rejects.toThrow(
      'UNAVAILABLE',
    );
  });
});

describe('the line of a resource', () => {
  /** A log whose lines arrive when the test calls `answer`. */
  function log() {
    const sent: string[] = [];
    const answers: ((error?: Error) => void)[] = [];
    const engineLog = new EngineLog(({ urn: of, message }) => {
      sent.push(`${of}: ${message}`);
      return new Promise((resolve, reject) => {
        answers.push((error) => {
          if (error) reject(error);
          else resolve();
        });
      });
    });
    /** Answers the oldest line under way, or rejects it with `error`. */
    const answer = async (error?: Error) => {
      answers.shift()?.(error);
      await new Promise(setImmediate);
    };
    return { sent, answer, engineLog };
  }

  it('is not repeated', async () => {
    const { sent, answer, engineLog } = log();
    for (const message of ['a', 'a', 'b', 'b', 'a']) {
      engineLog.status('one', message);
      await answer();
    }
    expect(sent).toEqual(['one: a', 'one: b', 'one: a']);
  });

  it('is shown for each of two resources, also if the messages are equal', () => {
    const { sent, engineLog } = log();
    engineLog.status('one', 'a');
    engineLog.status('two', 'a');
    expect(sent).toEqual(['one: a', 'two: a']);
  });

  it('is skipped when it is outdated, so that no old message comes last', async () => {
    const { sent, answer, engineLog } = log();
    for (const message of ['a', 'b', 'c']) engineLog.status('one', message);
    expect(sent).toEqual(['one: a']);
    await answer();
    expect(sent).toEqual(['one: a', 'one: c']);
  });

  it('continues after a message that failed', async () => {
    const { sent, answer, engineLog } = log();
    engineLog.status('one', 'a');
    await answer(new Error('lost'));
    engineLog.status('one', 'b');
    expect(sent).toEqual(['one: a', 'one: b']);
  });

  it('warns of the same problem once', () => {
    const { sent, engineLog } = log();
    for (const message of ['a', 'b', 'a']) void engineLog.warn('one', message);
    expect(sent).toEqual(['one: a', 'one: b']);
  });

  it('shows the same information once, and keeps the line on the screen', async () => {
    const lines: Line[] = [];
    const engineLog = new EngineLog((line) => {
      lines.push(line);
      return Promise.resolve();
    });
    for (const message of ['0.18 USD/h', '0.18 USD/h']) await engineLog.info('one', message);
    expect(lines).toEqual([{ urn: 'one', message: '0.18 USD/h', severity: 'INFO', ephemeral: false }]);
  });

  it('is concluded only if there is one', () => {
    const { sent, engineLog } = log();
    engineLog.conclude('one', 'ready after 2 s');
    expect(sent).toEqual([]);
    engineLog.status('one', 'deploying');
    engineLog.conclude('two', 'ready after 2 s');
    expect(sent).toEqual(['one: deploying']);
  });
});
