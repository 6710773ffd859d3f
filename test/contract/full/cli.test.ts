import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, command } from '../support/command';
import { Caller } from '../support/caller';

describe('cloud-compute-emulator', () => {
  let directory: string;
  const commands: Command[] = [];
  const follow = (started: Command): Command => {
    commands.push(started);
    return started;
  };
  /** Runs the command as a user does. Replies of the older form differ from the contract on purpose. */
  const run = (...flags: string[]): Command =>
    follow(new Command(flags.includes('legacy') ? flags : [...flags, '--check-replies']));
  const signIn = async (url: string, id = 'emulator', secret = 'emulator'): Promise<Caller> => {
    const credentials = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { body } = await new Caller(url).post<{ access_token: string }>('/v1/oauth2/token', credentials);
    return new Caller(url, body.access_token);
  };

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'cloud-compute-emulator-'));
  });

  afterEach(async () => {
    const endings = await Promise.all(commands.splice(0).map((started) => started.stop('SIGTERM')));
    // Checks that no reply differed from the contract.
    expect(endings.map(({ stderr }) => stderr).filter((text) => text.includes('A reply differed'))).toEqual(
      [],
    );
  });

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address, answers requests, and ends cleanly after %s',
    async (signal) => {
      const emulator = run();
      const url = await emulator.url();
      const owner = await signIn(url);
      expect((await owner.get('/v1/balance')).body).toEqual({ amount: 10_000, currency: 'usd' });
      expect((await new Caller(url).get('/_emulator/state')).status).toBe(200);
      expect((await new Caller(url).get('/')).status).toBe(200);
      expect(await emulator.stop(signal)).toEqual({
        code: 0,
        stdout: [
          `cloud-compute-emulator listening on ${url}\n`,
          `  API      ${url}/v1  (client ids: emulator)\n`,
          `  Console  ${url}/\n`,
          `  Docs     ${url}/v1/docs\n`,
          'cloud-compute-emulator ended after 2 requests.\n',
        ].join(''),
        stderr: '',
      });
    },
  );

  test('accepts several clients, each with a project of its own, and scales the time', async () => {
    const url = await run('--client', 'a:1', '--client', 'b:2:developer', '--time-scale', '100000').url();
    const [a, b] = [await signIn(url, 'a', '1'), await signIn(url, 'b', '2')];
    const id = await a.instance();
    expect((await b.get('/v1/instances')).body).toEqual([]);
    expect((await b.get('/v1/audit/log')).status).toBe(403);
    expect((await signIn(url)).token).toBeUndefined();
    while ((await a.readInstance(id)).status !== 'running')
      expect((await a.get('/v1/locations')).status).toBe(200);
  });

  test('reads the times of a request as UTC, also on a machine in another zone', async () => {
    const zone = { TZ: 'Pacific/Kiritimati' };
    const owner = await signIn(await follow(new Command(['--check-replies'], [], zone)).url());
    await owner.post('/v1/ssh-keys', { name: 'laptop', key: 'ssh-ed25519 AAAA' });
    const at = (minutes: number): string =>
      new Date(Date.now() + minutes * 60_000).toISOString().replace('Z', '');
    const { body } = await owner.get<{ data: object[] }>(
      `/v1/audit/log?object_type=ssh_key&start_date=${at(-5)}&end_date=${at(5)}`,
    );
    expect(body.data).toHaveLength(1);
  });

  test('keeps the cloud in a file over a restart', async () => {
    const file = join(directory, 'cloud.json');
    const first = run('--snapshot', file, '--balance', '7');
    const id = await (await signIn(await first.url())).volume();
    expect((await first.stop('SIGTERM')).code).toBe(0);
    const owner = await signIn(await run('--data', file).url());
    expect((await owner.readVolume(id)).name).toBe('data');
    expect((await owner.get<{ amount: number }>('/v1/balance')).body.amount).toBeCloseTo(7, 1);
  });

  test('loads its file after it was killed', async () => {
    const file = join(directory, 'killed.json');
    const killed = run('--data', file);
    await killed.url();
    await killed.stop('SIGKILL');
    expect((await run('--data', file).url()).length).toBeGreaterThan(0);
    const { code, stderr } = await run('--data', file).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^cloud-compute-emulator: The snapshot \S+killed\.json is in use by another emulator/,
    );
  });

  test('bills in euro, and keeps quotas of storage and scripts', async () => {
    const flags = ['--currency', 'eur', '--storage-quota', '150', '--script-quota', '1'];
    const owner = await signIn(await run(...flags).url());
    expect((await owner.get('/v1/balance')).body).toMatchObject({ currency: 'eur' });
    await owner.volume();
    const script = { name: 'setup', script: 'true' };
    const asked = [
      await owner.post('/v1/volumes', { name: 'v', size: 100, type: 'NVMe', location_code: 'FIN-01' }),
      await owner.post('/v1/scripts', script),
      await owner.post('/v1/scripts', script),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 201, 403]);
  });

  test('accepts options for faults, the older form, the control API, and no rate limits', async () => {
    const file = join(directory, 'faults.json');
    writeFileSync(file, JSON.stringify([{ kind: 'status', status: 500, operation: 'createVolume' }]));
    const url = await run(
      '--faults',
      file,
      '--wire',
      'legacy',
      '--control',
      '--no-rate-limits',
      '--seed',
      's',
    ).url();
    const owner = await signIn(url);
    const volume = { name: 'v', size: 1, type: 'NVMe', location_code: 'FIN-01' };
    expect((await owner.post('/v1/volumes', volume)).status).toBe(500);
    const { headers } = await owner.post('/v1/volumes', volume);
    expect(headers.get('content-type')).toMatch('text/plain');
    // The quotas are very large, so that a client does not obey the documented quotas.
    expect(headers.get('ratelimit')).toMatch(/project;r=\d{9}/);
    expect((await new Caller(url).get('/_emulator/faults')).body).toMatchObject([{ struck: 1 }]);
  });

  test('lets machines answer, with ports and times of their own', async () => {
    const ports = ['--machine-ports', 'http=8111,ssh=8122'];
    const emulator = run('--machines-answer', ...ports, '--boot-time', '1.5m', '--script-time', '0');
    const url = await emulator.url();
    const id = await (await signIn(url)).instance();
    const control = new Caller(`${url}/_emulator`);
    await control.put('/clock', { frozen: true });
    await control.put('/clock', { advanceSeconds: 200 });
    const { body } = await control.get<{ ip: string; bootsAt: string }[]>('/machines');
    expect(body).toMatchObject([{ id, ports: { ssh: 8122, http: 8111 }, scriptEnded: true }]);
    const running = await control.get<{ tables: { instances: { phases: { at: number }[] }[] } }>('/state');
    const since = running.body.tables.instances[0]?.phases.at(-1)?.at ?? 0;
    expect(Date.parse(body[0]?.bootsAt ?? '') - since).toBeCloseTo(90_000, -1);
    expect((await fetch(`http://${body[0]?.ip ?? ''}:8111/`)).status).toBe(200);
    const { stdout } = await emulator.stop('SIGTERM');
    expect(stdout).toContain('  Machines answer at their addresses: SSH on port 8122, HTTP on port 8111\n');
  });

  test('names the unused faults when it ends', async () => {
    const file = join(directory, 'idle.json');
    const faults = [
      { kind: 'status', status: 500, operation: 'getBalance' },
      { kind: 'status', status: 500, operation: 'createVolume' },
      { kind: 'installationFailed' },
    ];
    writeFileSync(file, JSON.stringify(faults));
    const emulator = run('--faults', file);
    await (await signIn(await emulator.url())).get('/v1/balance');
    const { stdout } = await emulator.stop('SIGTERM');
    expect(stdout).toMatch(
      /ended after 2 requests\. Faults that were never applied: fault-2 \(status, createVolume\), fault-3 \(installationFailed\)\.\n$/,
    );
  });

  test('logs requests as JSON on standard error on request', async () => {
    const emulator = run('--log-level', 'info');
    const { token } = await signIn(await emulator.url());
    const { stderr } = await emulator.stop('SIGTERM');
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', url: '/v1/oauth2/token', status: 200 }),
    );
    expect(stderr).not.toContain(String(token));
  });

  test('reports a reply that differs from the contract, and ends with exit code 1, on request', async () => {
    const withoutCurrency = join(directory, 'withoutCurrency.cjs');
    const balance = join(command, '..', 'resources', 'balance.js');
    writeFileSync(
      withoutCurrency,
      `require(${JSON.stringify(balance)}).balanceHandlers = () => ({ getBalance: () => ({ status: 200, body: { amount: 1 } }) });`,
    );
    const endings = [[], ['--check-replies']].map(async (flags) => {
      const emulator = new Command(flags, [withoutCurrency]);
      const owner = await signIn(await emulator.url());
      await owner.get('/v1/balance');
      return emulator.stop('SIGTERM');
    });
    const [unasked, asked] = await Promise.all(endings);
    expect(unasked).toMatchObject({ code: 0, stderr: '' });
    expect(asked?.code).toBe(1);
    const [line = '', sentence] = asked?.stderr.split('\n') ?? [];
    expect(JSON.parse(line)).toMatchObject({
      msg: 'a reply differs from the contract',
      operationId: 'getBalance',
      status: 200,
      message: 'currency is required.',
    });
    expect(sentence).toBe(
      'cloud-compute-emulator: A reply differed from the contract: getBalance answered 200. currency is required.',
    );
  });

  test('has neither control API nor console with --no-control, and accepts allowed host names', async () => {
    const off = run('--no-control');
    const url = await off.url();
    expect((await new Caller(url).get('/_emulator/state')).status).toBe(404);
    expect((await off.stop('SIGTERM')).stdout).not.toContain('Console');
    const { port } = new URL(await run('--allow-host', 'Laptop', '--allow-host', 'b.example').url());
    const statuses = ['laptop', 'b.example', 'c.example'].map(
      (name) =>
        new Promise((resolve) => {
          const path = '/_emulator/clock';
          get({ port, path, headers: { host: name } }, (reply) => {
            resolve(reply.resume().statusCode);
          });
        }),
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 403]);
  });

  test('ends when the npm script that runs it gets SIGTERM', async () => {
    const npm = spawn('npm', ['run', '--silent', '--ignore-scripts', 'emulator'], {
      cwd: join(__dirname, '..', '..', '..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const ended = once(npm.stdout, 'end');
    const url = await new Promise<string>((resolve) => {
      npm.stdout.on('data', (data: Buffer) => {
        output += data.toString();
        const line = /listening on (http:\/\/\S+)\n/.exec(output);
        if (line?.[1] !== undefined) resolve(line[1]);
      });
    });
    npm.kill('SIGTERM');
    // The output ends when the last process that writes to it has ended.
    await ended;
    expect(output).toMatch(/ended after 0 requests/);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('prints its help', async () => {
    const { code, stdout } = await run('--help').ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/Usage: cloud-compute-emulator/);
    const flags = ['port', 'client', 'time-scale', 'snapshot', 'faults', 'control', 'wire'];
    for (const flag of flags) expect(stdout).toContain(`--${flag}`);
  });

  test.each([
    [['--port', 'x'], /--port.*whole number from 0 to 65535/],
    [['--port', ''], /--port.*whole number from 0 to 65535/],
    [['--time-scale', '0'], /--time-scale.*above zero/],
    [['--client', 'nobody'], /--client.*id:secret/],
    [['--client', 'a:b:king'], /--client.*owner, admin, developer, viewer/],
    [['--client', 'a:b', '--client', 'a:c'], /--client.*id a is given twice/],
    [['--wire', 'morse'], /--wire.*current, legacy/],
    [['--balance', 'much'], /--balance.*number/],
    [['--rate-limit-window', '-1'], /--rate-limit-window.*above zero/],
    [['--currency', 'gbp'], /--currency.*usd, eur/],
    [['--storage-quota', '0'], /--storage-quota.*above zero/],
    [['--script-quota', '10001'], /--script-quota.*from 1 to 10000/],
    [['--faults', '/nowhere.json'], /--faults.*There is no such file\.$/m],
    [['--faults', __filename], /--faults.*It is not JSON: /],
    [['--faults', join(__dirname, '..', '..', 'tsconfig.json')], /JSON array/],
    [['--snapshot', '/no/where/cloud.json'], /folder does not exist/],
    [['--snapshot', __dirname], /The snapshot .* is a folder: name a file in it\./],
    [['--data', ''], /--data.*Name a file\.$/m],
    [['--data', 'a', '--snapshot', 'b'], /'--snapshot <file>' cannot be used with option '--data <file>'/],
    [['--control', '--no-control'], /'--control' cannot be used with option '--no-control'/],
    [['--no-rate-limits', '--rate-limit-window', '5'], /cannot be used with option '--no-rate-limits'/],
    [['--faults', __dirname], /--faults.*It is a folder: name a file\.$/m],
    [['--host', '256.1.1.1'], /--host/],
    [['--check-replies', '--wire', 'legacy'], /older forms .*cannot be compared with the contract/],
    [
      ['--machines-answer', '--host', '0.0.0.0'],
      /only on loopback .* in the container image machines cannot/,
    ],
    [['--machine-ports', 'http=8000'], /need machines that answer \(--machines-answer\)/],
    [['--machine-ports', 'ssh=1,ssh=2'], /--machine-ports.*ssh=2222,http=8000/],
    [['--machine-ports', 'http=65536'], /--machine-ports.*ports from 1 to 65535/],
    [['--boot-time', 'soon'], /--boot-time.*40s, 2m or 1h/],
    [['--script-time', '-1'], /--script-time.*40s, 2m or 1h/],
    [['--colour'], /unknown option '--colour'/],
    [['surplus'], /too many arguments/],
  ])('refuses %j with an error message', async (flags, words) => {
    const { code, stdout, stderr } = await run(...flags).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('names the entry of the list of faults that is wrong', async () => {
    const file = join(directory, 'faults.json');
    writeFileSync(file, JSON.stringify([{ kind: 'reset' }, { kind: 'earthquake' }]));
    const { stderr } = await run('--faults', file).ended;
    expect(stderr).toMatch(/The entry \[1\] of the list of faults is wrong\. A fault has a kind/);
  });

  test('refuses a port in use with an error message', async () => {
    const { port } = new URL(await run().url());
    const taken = expect.stringContaining('The port is taken. Choose another with --port') as string;
    expect(await run('--port', port).ended).toMatchObject({ code: 1, stderr: taken });
  });
});
