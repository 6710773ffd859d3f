import { dial, logIn, newKey } from '../support/machineClients';
import { times } from '../support/useMachines';
import { signIn, useFolder } from './folder';

describe('a snapshot with machines that answer', () => {
  const folder = useFolder();
  const options = { machinesAnswer: true, durations: times };

  test('keeps their addresses, keys, host keys and faults', async () => {
    const first = await folder.start(options);
    first.clock.freeze();
    const { ssh = 0, http = 0 } = first.machinePorts ?? {};
    const owner = await signIn(first);
    const key = newKey();
    const { body: keyId } = await owner.post<string>('/v1/ssh-keys', { name: 'laptop', key: key.public });
    const deployed = async () => owner.instance({ ssh_key_ids: [keyId] });
    first.control.faults.add({ kind: 'scriptFailed', exitCode: 2 });
    const failing = await deployed();
    first.control.faults.add({ kind: 'noSsh' });
    const without = await deployed();
    await owner.delete('/v1/ssh-keys', { keys: [keyId] });
    first.clock.advance(600_000);
    const { ip } = await owner.readInstance(failing);
    const { hostKey } = await logIn({ host: ip ?? '', port: ssh }, key);
    await first.close();
    expect(await dial({ host: ip ?? '', port: ssh })).toBe('ECONNREFUSED');

    const second = await folder.start(options);
    const again = await signIn(second);
    expect((await again.readInstance(failing)).ip).toBe(ip);
    const session = await logIn({ host: ip ?? '', port: ssh }, key);
    expect(session.hostKey).toBe(hostKey);
    expect(await session.run('cloud-init status --wait')).toMatchObject({ exitCode: 2 });
    session.close();
    const host = (await again.readInstance(without)).ip ?? '';
    expect([await dial({ host, port: ssh }), await dial({ host, port: http })]).toEqual([
      'ECONNREFUSED',
      'open',
    ]);
    expect((await again.readInstance(await again.instance())).private_ip).toMatch(/^127\./);
  });
});
