import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventStream } from '../../../../emulator/src/control/console/eventStream';
import type { OverviewReader, Tables } from '../../../../emulator/src/control/console/overview';

/** A connection whose reader can be slow. */
class Response extends EventEmitter {
  readonly written: string[] = [];
  writableNeedDrain = false;
  isEnded = false;

  writeHead(): void {}

  write(text: string): void {
    this.written.push(text);
  }

  end(): void {
    this.isEnded = true;
  }

  events(): string[] {
    return this.written.flatMap((text) => /^event: (\w+)/.exec(text)?.[1] ?? []);
  }
}

const empty: Tables = { resources: [], requests: [], events: [], faults: [], limits: [] };

function openStream(): { stream: EventStream; response: Response; change: () => void } {
  let tables = empty;
  let count = 0;
  const present = { clock: { now: 0, scale: 1, frozen: true }, realTime: 0, projects: [] };
  const overview = {
    present: () => present,
    tables: () => tables,
    read: () => ({ ...present, ...tables }),
  } satisfies Pick<OverviewReader, 'present' | 'tables' | 'read'>;
  const stream = new EventStream(overview as unknown as OverviewReader);
  const response = new Response();
  stream.serve(response as unknown as ServerResponse);
  return {
    stream,
    response,
    change() {
      count += 1;
      tables = {
        ...empty,
        faults: [{ id: `fault-${count}`, definition: { kind: 'reset' }, seen: 0, struck: 0 }],
      };
      jest.advanceTimersByTime(200);
    },
  };
}

describe('a stream of events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('keeps no events for a slow reader, and sends everything when the reader continues', () => {
    const { stream, response, change } = openStream();
    change();
    expect(response.events()).toEqual(['snapshot', 'update']);
    response.writableNeedDrain = true;
    for (let times = 0; times < 50; times += 1) change();
    expect(response.events()).toEqual(['snapshot', 'update']);
    response.writableNeedDrain = false;
    change();
    expect(response.events()).toEqual(['snapshot', 'update', 'snapshot']);
    expect(response.written.at(-1)).toContain('fault-52');
    stream.close();
  });

  test('sends something every second', () => {
    const { stream, response } = openStream();
    jest.advanceTimersByTime(5000);
    expect(response.events().filter((event) => event === 'update').length).toBeGreaterThanOrEqual(4);
    stream.close();
  });

  test('has a timer only while it has readers', () => {
    const { response } = openStream();
    expect(jest.getTimerCount()).toBe(1);
    response.emit('close');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('ends its connections when it is closed, and accepts no others', () => {
    const { stream, response } = openStream();
    stream.close();
    expect(response.isEnded).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    const late = new Response();
    stream.serve(late as unknown as ServerResponse);
    expect(late.isEnded).toBe(true);
  });
});
