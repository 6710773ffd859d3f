import type { Handler, Request } from '../../../../../api/http/handler';
import { RateLimiter } from '../../../../../api/http/rateLimit/rateLimiter';
import type { LimitedServerOptions } from '../../simulation';
import { LimitedServer, SimulatedClock, request } from '../../simulation';

/** A single client of a server; it sends refused requests again, as the retry does. */
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
  const paced = new RateLimiter({ clock }).layer(cloud.handler);
  const send: Handler = async (asked) => {
    for (;;) {
      const response = await paced(asked);
      if (response.status !== 429) return response;
    }
  };
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
