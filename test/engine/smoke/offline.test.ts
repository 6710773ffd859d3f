// Each request to the internet would cost a test seconds, and fail on a computer without it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCloud } from '../support/testCloud';
import { TestStack } from '../support/stacks/stack';

jest.setTimeout(120_000);

it('asks nothing of the internet', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(String(url));
    socket.destroy();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { emulator, close } = await startCloud();
  const before = { ...process.env };
  Object.assign(process.env, {
    HTTPS_PROXY: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`,
    NO_PROXY: '127.0.0.1',
  });
  const stack = await TestStack.create({ url: emulator.url, program: '' });
  try {
    await stack.up();
    expect(asked).toEqual([]);
  } finally {
    process.env = before;
    await stack.dispose();
    await close();
    proxy.close();
  }
});
