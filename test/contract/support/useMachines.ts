import type { Instance } from '#contract';
import { machine, useCloud } from './caller';
import { newKey } from './machineClients';
import type { EmulatorOptions } from 'cloud-compute-emulator';
import type { Key, Target } from './machineClients';

/** Seconds until a machine without a GPU runs, boots, and its startup script has ended. */
export const times = { provisioningSeconds: 60, startSeconds: 40, bootSeconds: 20, scriptSeconds: 30 };

/** A cloud whose machines answer, for each test of a file. */
export function useMachines(options: EmulatorOptions = {}) {
  const cloud = useCloud({ machinesAnswer: true, durations: times, balance: 1_000_000, ...options });
  const key: Key = newKey();

  const keyId = async (text = key.public): Promise<string> =>
    (await cloud.owner.post<string>('/v1/ssh-keys', { name: 'laptop', key: text })).body;

  const scriptId = async (): Promise<string> =>
    (await cloud.owner.post<string>('/v1/scripts', { name: 'setup', script: 'apt-get update' })).body;

  const targetOf = (host: string | null | undefined, port: 'ssh' | 'http'): Target => ({
    host: host ?? 'none',
    port: cloud.emulator.machinePorts?.[port] ?? 0,
  });

  return {
    cloud,
    key,
    keyId,
    scriptId,
    ssh: ({ ip }: Pick<Instance, 'ip'>) => targetOf(ip, 'ssh'),
    http: ({ ip }: Pick<Instance, 'ip'>) => targetOf(ip, 'http'),
    target: targetOf,
    /** A machine that accepts the key and has just begun to run. */
    async started(fields: object = {}): Promise<Instance> {
      const keyIds = { ssh_key_ids: [await keyId()] };
      const { body: id } = await cloud.owner.post<string>('/v1/instances', machine({ ...keyIds, ...fields }));
      cloud.pass(times.provisioningSeconds);
      return cloud.owner.readInstance(id);
    },
    /** The same one, booted. */
    async booted(fields: object = {}): Promise<Instance> {
      const instance = await this.started(fields);
      cloud.pass(times.bootSeconds);
      return instance;
    },
  };
}
