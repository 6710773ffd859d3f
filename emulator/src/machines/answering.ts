import { notFound } from '../model/errors';
import { reservedAddress } from '../model/loopback';
import { reserveBlock } from './block';
import { Commands } from './commands';
import { hostKeyOf } from './hostKey';
import { OpenMachine } from './openMachine';
import { choosePorts } from './ports';
import { runningMachines } from './running';
import { loadSsh2 } from './ssh';
import type { RequestLog } from '../http/requestLog';
import type { ScriptEnd } from '../model/trouble';
import type { Cloud } from '../resources';
import type { Reservation } from './block';
import type { CommandResult } from './commands';
import type { MachinePorts } from './ports';
import type { RunningMachine } from './running';
import type { Ssh2 } from './ssh';

/** A machine that runs and answers, or will. */
export interface MachineReport {
  /** Of an instance, or of the jump host of a cluster. */
  id: string;
  hostname: string;
  ip: string;
  privateIp: string;
  /** Null while the port does not answer. */
  ports: { ssh: number | null; http: number | null };
  /** The public key, such as `ssh-ed25519 AAAA…`. */
  hostKey: string;
  /** When its ports answer, ISO 8601, by the cloud's clock. */
  bootsAt: string;
  /** Whether its startup script has ended. */
  scriptEnded: boolean;
}

export interface AnsweringParts {
  cloud: Cloud;
  requestLog: RequestLog;
  /** Gets the sentence about a machine that cannot answer. */
  onProblem: (problem: string) => void;
}

/** The clock can be scaled, frozen and set, so the machines are compared with it now and then, in real milliseconds. */
const tickMs = 25;

/** Opens and closes the ports of machines as their status and the cloud's clock say. */
export class AnsweringMachines {
  readonly commands: Commands;
  private readonly open = new Map<string, OpenMachine>();
  /** Machines whose SSH port the control API has opened or closed. */
  private readonly ssh = new Map<string, boolean>();
  private started: { reservation: Reservation; ports: MachinePorts; ssh2: Ssh2 } | undefined;
  private ticks: NodeJS.Timeout | undefined;
  private seenChanges = -1;
  /** The next instant at which a port opens or a script ends. */
  private nextAt = -Infinity;
  private pending: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: AnsweringParts) {
    const { world } = parts.cloud;
    this.commands = new Commands(
      parts.requestLog,
      (machine) => this.bootsAt(machine) + (machine.runsScript ? world.durations.scriptSeconds * 1000 : 0),
      () => world.now(),
    );
  }

  /** Undefined until it has started. */
  get ports(): MachinePorts | undefined {
    return this.started?.ports;
  }

  /** Chooses addresses and ports. From now on, new machines get loopback addresses. */
  async start(wanted: Partial<MachinePorts> = {}): Promise<void> {
    const { loopback } = this.parts.cloud.world;
    const reservation = await reserveBlock(loopback);
    try {
      const ports = await choosePorts(wanted, reservedAddress(reservation.block));
      this.started = { reservation, ports, ssh2: loadSsh2() };
    } catch (error) {
      await reservation.release();
      throw error;
    }
    loopback.open(reservation.block);
    this.ticks = setInterval(() => void this.follow(), tickMs).unref();
    await this.follow();
  }

  /** Opens and closes ports as the cloud is now. Resolves when all of them accept connections. */
  async follow(): Promise<void> {
    if (this.started === undefined) return;
    const { world } = this.parts.cloud;
    world.catchUp();
    const now = world.now();
    if (world.changes !== this.seenChanges || now >= this.nextAt) {
      this.seenChanges = world.changes;
      this.apply(now);
    }
    await this.pending;
  }

  /** Opens or closes the SSH port of a machine. */
  setSsh(machineId: string, isOpen: boolean): void {
    this.ssh.set(this.idOf(machineId), isOpen);
    this.look();
  }

  /** Ends the startup script of a machine now. Default: it ended well. */
  endScript(machineId: string, end: Partial<ScriptEnd>): void {
    this.commands.endScript(this.idOf(machineId), end);
    this.look();
  }

  /** Sets what commands answer; the latest result that fits a command counts. */
  setResult({ machine, ...result }: CommandResult): void {
    this.commands.setResult({ ...result, ...(machine !== undefined && { machine: this.idOf(machine) }) });
  }

  /** Removes what the control API has set. */
  reset(): void {
    this.ssh.clear();
    this.commands.reset();
    this.look();
  }

  list(): MachineReport[] {
    const { world } = this.parts.cloud;
    world.catchUp();
    return [...runningMachines(this.parts.cloud)].map((machine) => {
      const { id, hostname, ip, privateIp } = machine;
      const isBooted = world.now() >= this.bootsAt(machine);
      const { ssh = null, http = null } = isBooted ? (this.ports ?? {}) : {};
      return {
        id,
        hostname,
        ip,
        privateIp,
        ports: { ssh: this.hasSsh(machine) ? ssh : null, http },
        hostKey: hostKeyOf(id).publicKey,
        bootsAt: new Date(this.bootsAt(machine)).toISOString(),
        scriptEnded: isBooted && world.now() >= this.commands.endOfScript(machine),
      };
    });
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const { started } = this;
    this.started = undefined;
    clearInterval(this.ticks);
    const open = [...this.open.values()];
    this.open.clear();
    await Promise.all(open.map((machine) => machine.close()));
    await started?.reservation.release();
  }

  /** Compares everything with the clock, without waiting for the next change. */
  private look(): void {
    this.nextAt = -Infinity;
    void this.follow();
  }

  private apply(now: number): void {
    const booted = new Map<string, RunningMachine>();
    this.nextAt = Infinity;
    for (const machine of runningMachines(this.parts.cloud)) {
      const bootsAt = this.bootsAt(machine);
      if (bootsAt <= now) booted.set(machine.id, machine);
      for (const instant of [bootsAt, this.commands.endOfScript(machine)])
        if (instant > now) this.nextAt = Math.min(this.nextAt, instant);
    }
    const work: Promise<unknown>[] = [this.pending];
    for (const [id, { machine }] of this.open)
      if (booted.get(id)?.since !== machine.since) work.push(this.shut(id));
    for (const machine of booted.values()) work.push(...this.openMachine(machine));
    this.commands.answerWaiting();
    this.pending = Promise.all(work);
  }

  private openMachine(machine: RunningMachine): Promise<unknown>[] {
    if (this.started === undefined) return [];
    const { ssh2, ports } = this.started;
    const { commands } = this;
    const known = this.open.get(machine.id);
    const open =
      known ?? new OpenMachine(machine, { ssh2, ports, commands, onProblem: this.parts.onProblem });
    this.open.set(machine.id, open);
    return [open.setSsh(this.hasSsh(machine)), open.ready];
  }

  private async shut(id: string): Promise<void> {
    const machine = this.open.get(id);
    this.open.delete(id);
    await machine?.close();
  }

  /** When the ports of a machine answer. */
  private bootsAt({ since }: RunningMachine): number {
    return since + this.parts.cloud.world.durations.bootSeconds * 1000;
  }

  private hasSsh({ id, trouble }: RunningMachine): boolean {
    return this.ssh.get(id) ?? trouble.noSsh !== true;
  }

  /** The id of an instance, of a node, or, for a cluster, of its jump host. */
  private idOf(machineId: string): string {
    const { world, instances, clusters } = this.parts.cloud;
    world.catchUp();
    const cluster = clusters.table.get(machineId);
    if (cluster !== undefined) return clusters.jumpHostOf(cluster).id;
    if (instances.table.has(machineId) || clusters.nodes.has(machineId)) return machineId;
    throw notFound(`There is no instance and no cluster "${machineId}".`);
  }
}
