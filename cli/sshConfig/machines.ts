// The machines for an OpenSSH client configuration: of the project, or of states.
import { isIP } from 'node:net';
import type { CloudComputeClient } from '../../api/client';
import { isGoing } from '../../core/statuses';
import { stackIn } from '../../core/urn';
import type { LeftOut } from '../leftOut';
import { isOfClass, resourcesIn } from '../orphans/state';

/** A machine that can be reached. */
export interface Host {
  /** The name for `ssh`. */
  readonly alias: string;
  readonly address: string;
  readonly user: string;
  readonly port?: number | undefined;
  /** Its public host key, e.g. `ssh-ed25519 AAAA…`. */
  readonly hostKey?: string | undefined;
}

/** A machine before anything of it is checked: anybody in the project may have chosen its host name. */
interface Candidate {
  readonly prefix: string;
  readonly id: string;
  readonly hostname: unknown;
  readonly ip: unknown;
  readonly user?: unknown;
  readonly port?: unknown;
  readonly hostKey?: unknown;
}

/** The instances and the jump hosts of the clusters of a project. */
export async function machinesOf(client: CloudComputeClient, prefix: string): Promise<Candidate[]> {
  const [instances, clusters] = await Promise.all([client.instances.list(), client.clusters.list()]);
  return [...instances, ...clusters]
    .filter((machine) => !isGoing(machine))
    .map(({ id, hostname, ip }) => ({ prefix, id, hostname, ip }));
}

interface ReadyMachine {
  readonly id?: unknown;
  readonly ip?: unknown;
  readonly sshHostKey?: unknown;
}

/** The instances and clusters in states, with the user and the port of their first `ssh` condition. */
export function machinesIn(files: readonly string[]): Candidate[] {
  return files.flatMap((file) => {
    const resources = resourcesIn(file);
    // A machine that its gate waits for had no address and no host key when its own create ended.
    const atGates = new Map(
      resources
        .filter(({ type }) => isOfClass('Ready', type) || isOfClass('InstancesReady', type))
        .flatMap(({ outputs }) => listIn(outputs, 'instances') as ReadyMachine[])
        .map((machine) => [machine.id, machine]),
    );
    return resources
      .filter(({ type }) => isOfClass('Instance', type) || isOfClass('Cluster', type))
      .map(({ urn, id, inputs, outputs }) => {
        const own = fieldsOf(outputs);
        const ready = atGates.get(id);
        const [ssh] = listIn(inputs, 'waitFor').flatMap((one) => fieldsOf(one)['ssh'] ?? []);
        const { user, port } = fieldsOf(ssh);
        return {
          prefix: stackIn(String(urn))?.stack ?? '',
          id: String(id),
          ...{ hostname: own['hostname'], ip: ready?.ip ?? own['ip'], user, port },
          hostKey: ready?.sshHostKey ?? own['sshHostKey'],
        };
      });
  });
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const listIn = (properties: unknown, name: string): unknown[] => {
  const { [name]: value } = fieldsOf(properties);
  return Array.isArray(value) ? value : [];
};

const HOST_NAME = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;
const PREFIX = /^\w[\w.-]*$/;
const USER = /^[A-Za-z_][\w.-]*$/;
const HOST_KEY = /^[a-z0-9@.-]+ [A-Za-z0-9+/]+=*$/;

/** Whether a text can be the first part of the names. */
export const isPrefix = (text: string): boolean => PREFIX.test(text);

/** Sorts machines: hosts with unique names, and machines that are left out because a line could not be trusted. */
export function hostsOf(candidates: readonly Candidate[]): {
  readonly hosts: Host[];
  readonly leftOut: LeftOut[];
} {
  const leftOut: LeftOut[] = [];
  const usable = candidates.filter((candidate) => {
    const why = whyNot(candidate);
    if (why !== undefined) leftOut.push({ what: `${String(candidate.hostname)} (${candidate.id})`, why });
    return why === undefined;
  });
  const nameOf = ({ prefix, hostname }: Candidate): string => `${prefix}-${String(hostname)}`;
  const hosts = usable.map((candidate): Host => {
    const { id, ip, user = 'root', port, hostKey } = candidate;
    const name = nameOf(candidate);
    const isUnique =
      usable.filter((other) => nameOf(other).toLowerCase() === name.toLowerCase()).length === 1;
    return {
      alias: isUnique ? name : `${name}-${id.slice(0, 8)}`,
      ...{ address: String(ip), user: String(user) },
      ...(typeof port === 'number' && port !== 22 && { port }),
      ...(typeof hostKey === 'string' && HOST_KEY.test(hostKey) && { hostKey }),
    };
  });
  return { hosts, leftOut };
}

function whyNot({ prefix, hostname, ip, user = 'root' }: Candidate): string | undefined {
  if (!isPrefix(prefix)) return `the name of its stack, ${prefix}, cannot be part of a host name`;
  if (typeof hostname !== 'string' || !HOST_NAME.test(hostname))
    return 'its host name has other characters than letters, digits, hyphens and single dots';
  if (ip === null || ip === undefined) return 'it has no public address';
  if (typeof ip !== 'string' || isIP(ip) === 0) return 'its address is no IP address';
  return typeof user === 'string' && USER.test(user) ? undefined : 'the user in its waitFor is no user name';
}
