import { RateLimits } from '../../../../emulator/src/http/rateLimits';

describe('the windows of the rate limits', () => {
  test('begin with their first request', () => {
    let now = 0;
    const limits = new RateLimits(() => now, 60);
    limits.count('p', 'GET', '/v1/balance');
    now = 30_000;
    expect(limits.count('p', 'GET', '/v1/locations').standing).toBe('project;r=498;t=30, endpoint;r=59;t=60');
    now = 60_000;
    expect(limits.count('p', 'GET', '/v1/locations').standing).toBe('project;r=499;t=60, endpoint;r=58;t=30');
    expect(limits.count('p', 'GET', '/v1/balance').standing).toBe('project;r=498;t=60, endpoint;r=59;t=60');
  });

  test('are separate for each method, path and project', () => {
    const limits = new RateLimits(() => 0, 60);
    limits.count('p', 'GET', '/v1/volumes');
    expect(limits.count('p', 'POST', '/v1/volumes').standing).toBe('project;r=498;t=60, endpoint;r=59;t=60');
    expect(limits.count('q', 'GET', '/v1/volumes').standing).toBe('project;r=499;t=60, endpoint;r=119;t=60');
  });

  test('use no memory after they have ended', () => {
    let now = 0;
    const limits = new RateLimits(() => now, 60);
    const { projects } = limits as unknown as {
      projects: Map<string, { methods: Map<string, Map<string, unknown>> }>;
    };
    for (let n = 0; n < 300; n += 1) limits.count('p', 'GET', `/v1/volumes/${n}`);
    now = 60_000;
    limits.count('p', 'GET', '/v1/volumes/300');
    expect(projects.get('p')?.methods.get('GET')?.size).toBe(1);
  });
});
