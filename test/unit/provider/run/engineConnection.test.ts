import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { engineAddress, onInterrupt, watchEngine } from '../../../../provider/run/engineConnection';
import { Scripts } from './plugin';

/** An engine that listens, starts a plugin and holds its standard input; the test sends it commands. */
const engine = `
const { createServer } = require('node:http2');
const { spawn } = require('node:child_process');
const sessions = new Set();
const server = createServer().on('session', (session) => {
  sessions.add(session);
  session.on('close', () => sessions.delete(session));
  console.log('session');
});
server.listen(0, '127.0.0.1', () => {
  const address = '127.0.0.1:' + server.address().port;
  const plugin = spawn(process.execPath, [__dirname + '/' + process.argv[2] + '.js', address], { stdio: ['pipe', 'inherit', 'inherit'] });
  console.log('plugin ' + plugin.pid);
  plugin.on('exit', (code) => console.log('exit ' + code));
  process.stdin.on('data', (orders) => {
    for (const order of String(orders).trim().split('\\n')) {
      if (order === 'hang up') for (const session of sessions) session.destroy();
      if (order === 'end input') plugin.stdin.end();
    }
  });
});`;
const plugin = `
const { watchEngine } = require('provider/run/engineConnection');
process.stdin.on('end', () => setImmediate(() => console.log('input ended')));
watchEngine(() => {
  console.log('gone');
  clearTimeout(life);
});
const life = setTimeout(() => process.exit(1), 60_000);`;
const shortLived = `
require('provider/run/engineConnection').watchEngine(() => console.log('gone'));`;

describe('watchEngine', () => {
  let scripts: Scripts;
  beforeAll(() => {
    scripts = new Scripts({ 'the-engine': engine, plugin, shortLived });
  });
  afterAll(() => {
    scripts.dispose();
  });

  it('notices within milliseconds that the engine was killed', async () => {
    const { child, line, lines, exited } = scripts.run('the-engine', ['plugin']);
    await line(/session/);
    const killed = performance.now();
    child.kill('SIGKILL');
    await line(/gone/);
    expect(performance.now() - killed).toBeLessThan(1_000); // A few ms on an idle machine.
    await exited;
    expect(lines.filter((text) => text === 'gone').length).toBe(1);
  });

  it('ignores a broken connection and the end of input', async () => {
    const { child, line, lines } = scripts.run('the-engine', ['plugin']);
    await line(/session/);
    lines.length = 0;
    child.stdin.write('hang up\n');
    await line(/session/);
    child.stdin.write('end input\n');
    await line(/input ended/);
    expect(lines).not.toContain('gone');
    child.kill('SIGKILL');
    await line(/gone/);
  });

  it('does not keep the plugin alive', async () => {
    const { child, line, lines } = scripts.run('the-engine', ['shortLived']);
    await expect(line(/exit/)).resolves.toBe('exit 0');
    expect(lines).not.toContain('gone');
    child.kill('SIGKILL');
  });

  it('uses the end of input when the engine cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const stdin = new PassThrough();
    const onGone = jest.fn();
    const gone = new Promise<void>((resolve) => {
      watchEngine(
        () => {
          onGone();
          resolve();
        },
        { address: `127.0.0.1:${String(port)}`, stdin },
      );
    });
    stdin.end();
    await gone;
    expect(onGone).toHaveBeenCalledTimes(1);
  });

  it('continues to wait for the end of input after the engine refused the connection', async () => {
    const server = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const stdin = new PassThrough();
    const onGone = jest.fn();
    const gone = new Promise<void>((resolve) => {
      const report = () => {
        onGone();
        resolve();
      };
      watchEngine(report, { address: `127.0.0.1:${String(port)}`, stdin });
    });
    await once(server, 'connection');
    server.close();
    // All connections are closed.
    await once(server, 'close');
    expect(onGone).not.toHaveBeenCalled();
    stdin.end();
    await gone;
    expect(onGone).toHaveBeenCalledTimes(1);
  });

  it('reports nothing after it was stopped', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const onGone = jest.fn();
    const stdin = new PassThrough();
    const met = once(server, 'session');
    const stop = watchEngine(onGone, { address: `127.0.0.1:${String(port)}`, stdin });
    await met;
    stop();
    stdin.end();
    server.close();
    await once(server, 'close');
    expect(onGone).not.toHaveBeenCalled();
    expect(stdin.listenerCount('end')).toBe(0);
  });

  it('does nothing outside of a plugin', () => {
    const stdin = new PassThrough();
    watchEngine(() => undefined, { address: undefined, stdin });
    expect(stdin.listenerCount('end')).toBe(0);
  });
});

describe('onInterrupt', () => {
  it('leaves interrupts to others outside of a plugin', () => {
    const before = process.listenerCount('SIGINT');
    onInterrupt(() => Promise.resolve(), undefined);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});

describe("the engine's address", () => {
  it.each(['127.0.0.1:37433', 'localhost:1', '[::1]:8080'])('is the first argument (%s)', (address) => {
    expect(engineAddress(['node', 'index.js', address])).toBe(address);
  });

  it.each([[[]], [['--selectProjects']], [['127.0.0.1']], [['file:///tmp/x:1']], [['a b:1']]])(
    'is undefined for other arguments (%j)',
    (args) => {
      expect(engineAddress(['node', 'index.js', ...args])).toBeUndefined();
    },
  );
});
