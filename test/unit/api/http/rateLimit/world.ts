import type { Handler, Request } from '../../../../../api/http/handler';
import { RateLimiter } from '../../../../../api/http/rateLimit/rateLimiter';
import type { Clock } from '../../../../../api/http/time/clock';
import type { LimitedServerOptions } from '../../simulation';
import { LimitedServer, SimulatedClock, request } from '../../simulation';

/** A rate limiter that sends refused requests again, as the retry does. */
function sender(clock: Clock, handler: Handler): Handler {
  const paced = new RateLimiter({ clock }).layer(handler);
  return async (asked) => {
    for (;;) {
      const response = await paced(asked);
      if (response.status !== 429) return response;
    }
  };
}

/** A client whose process is busy again and again: timers and answers are late. */
export function busyClient(
  cloud: LimitedServer,
  clock: SimulatedClock,
  pauses: readonly { readonly idleMs: number; readonly busyMs: number }[],
): Handler {
  const startedAt = clock.now();
  const cycleMs = pauses.reduce((sum, { idleMs, busyMs }) => sum + idleMs + busyMs, 0);
  const busyFor = (): number => {
    let since = (clock.now() - startedAt) % cycleMs;
    for (const { idleMs, busyMs } of pauses) {
      if (since < idleMs) return 0;
      if (since < idleMs + busyMs) return idleMs + busyMs - since;
      since -= idleMs + busyMs;
    }
    return 0;
  };
  const late: Clock = {
    now: () => clock.now(),
    sleep: async (ms, ...signals) => {
      await clock.sleep(ms, ...signals);
      await clock.sleep(busyFor());
    },
  };
  return sender(late, async (asked) => {
    const answer = await cloud.handler(asked);
    await late.sleep(0);
    return answer;
  });
}

/** A single client of a server. */
export function world(
  options: Partial<LimitedServerOptions> = {},
  clock = new SimulatedClock(),
  server?: LimitedServer,
) {
  const cloud =
    server ??
    new LimitedServer(clock, {
      projectQuota: 500,
      endpointQuota: 60,
      windowSeconds: 60,
      rounding: 'up',
      latency: () => 20,
      ...options,
    });
  const send = sender(clock, cloud.handler);
  const burst = (count: number, of: (index: number) => Partial<Request>): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(request(of(index)))));
  const startedAt = clock.now();
  return { clock, cloud, send, burst, elapsed: () => clock.now() - startedAt };
}

/** Random windows; the server's answers take these times in turn. */
export function randomWorld({
  latencies,
  phaseMs,
  ...options
}: Omit<Partial<LimitedServerOptions>, 'phaseMs'> & {
  readonly latencies: readonly number[];
  phaseMs: number | undefined;
}) {
  let turn = 0;
  const latency = () => latencies[(turn += 1) % latencies.length] ?? 1;
  return world({ ...options, ...(phaseMs !== undefined && { phaseMs }), latency });
}

export const deploy = { method: 'POST', path: '/v1/instances' } as const;
