import { statSync } from 'node:fs';
import { disk, refusal } from '../support/caller';
import { signIn, useFolder } from './folder';

describe('a snapshot that is as large as it may be', () => {
  const folder = useFolder();
  const limit = 1_000_000;
  const script = { name: 'large', script: 'x'.repeat(100_000) };

  const setUp = async () => {
    const emulator = await folder.start({ snapshotLimit: limit, rateLimits: false, control: true });
    emulator.clock.freeze();
    const owner = await signIn(emulator);
    const ids: string[] = [];
    for (;;) {
      const reply = await owner.post<string>('/v1/scripts', script);
      if (reply.status !== 201) return { emulator, owner, ids, refused: reply };
      ids.push(reply.body);
    }
  };

  test('refuses a request that would not fit, and starts again with all that was accepted', async () => {
    const { emulator, owner, ids, refused } = await setUp();
    expect(refused).toMatchObject(
      refusal(403, 'forbidden_action', /^The snapshot .*cloud\.json is full: it may have 1 MB\. Delete /),
    );
    expect(ids.length).toBeGreaterThan(3);
    expect((await owner.get<object[]>('/v1/scripts')).body).toHaveLength(ids.length);
    const starts = [
      () => folder.startFromCopy({ snapshotLimit: limit }),
      async () => {
        await emulator.close();
        return folder.start({ snapshotLimit: limit });
      },
    ];
    for (const start of starts) {
      const again = await start();
      expect(again.control.state().tables['scripts']).toHaveLength(ids.length);
      await again.close();
    }
    expect(statSync(folder.file).size).toBeLessThan(1.1 * limit);
  });

  test('accepts what fits, and more after a delete', async () => {
    const { owner, ids } = await setUp();
    expect((await owner.post('/v1/volumes', disk())).status).toBe(202);
    expect((await owner.delete(`/v1/scripts/${String(ids[0])}`)).status).toBe(200);
    expect((await owner.post('/v1/scripts', script)).status).toBe(201);
  });

  test('lets everything be deleted when there is no room at all', async () => {
    const { emulator, owner, ids } = await setUp();
    const small = { ...script, script: 'x'.repeat(1000) };
    while ((await owner.post('/v1/scripts', small)).status === 201);
    const refused = refusal(403, 'forbidden_action', /snapshot/);
    const old = { project: 'emulator', name: 'v'.repeat(255), size: 1, type: 'HDD', location: 'FIN-01' };
    let added;
    do added = await owner.post('/_emulator/volumes', old);
    while (added.status === 200);
    expect(added).toMatchObject(refused);
    const again = await signIn(emulator);
    const [volume] = emulator.control.state().tables['volumes'] ?? [];
    expect((await again.actOnVolume('delete', String(volume?.id))).status).toBe(202);
    for (const id of ids) expect((await again.delete(`/v1/scripts/${id}`)).status).toBe(200);
    expect((await again.post('/v1/scripts', script)).status).toBe(201);
  });
});
