import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EmulatorProcess } from '../../../tools/src/testing/emulatorProcess';

test('the bare route of the benchmark sends the given bytes, and ends on request', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bare-route-'));
  try {
    const file = path.join(folder, 'replies.json');
    await writeFile(file, JSON.stringify({ '/v1/instances': '[{"id":"a"}]' }));
    const bare = await EmulatorProcess.start(
      [file],
      path.resolve(__dirname, '../../../bench/peer/bareRoute.js'),
    );
    try {
      const reply = await fetch(`${bare.url}/v1/instances`);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await reply.text()).toBe('[{"id":"a"}]');
    } finally {
      await bare.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
