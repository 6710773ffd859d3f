import type { VolumeTypeName } from '#contract';
import { invalidRequest, notFound } from '../model/errors';
import { statusOf } from '../model/time/timelines';
import { machineTypeByName, clusterKinds, placeFor } from '../model/catalogue';
import type { AutoTopUpTerms } from '../model/billing/autoTopUps';
import type { ClientCredentials } from '../model/settings';
import type { CloudState } from '../model/world';
import type { CapacityKey } from '../model/capacity';
import type { Cloud } from '../resources';
import type { Entity } from '../model/store';
import type { Living } from '../model/time/timelines';
import type { FaultDefinition } from '../faults/definition';
import type { FaultReport, Faults } from '../faults/faults';
import type { LoggedRequest, RequestLog } from '../http/requestLog';
import type { RateLimits } from '../http/rateLimits';
import { MachineControl } from './machines';
import type { AnsweringMachines } from '../machines/answering';

/** All data of the cloud. Rows that change with time have their present `status`. */
export interface StateDump {
  /** The cloud's time, ISO 8601. */
  now: string;
  tables: Record<string, (Entity & { status?: string })[]>;
}

/** A volume that no request can make, such as an HDD one. */
export interface OldVolume {
  project: string;
  name: string;
  /** GB. */
  size: number;
  type: VolumeTypeName;
  location: string;
}

export interface ControlParts {
  cloud: Cloud;
  faults: Faults;
  requestLog: RequestLog;
  rateLimits: RateLimits;
  /** Call this after every change. */
  changed: () => void;
  /** Call this before something is added: refuses it if the snapshot is full. */
  requireRoom: () => void;
  /** Undefined if machines do not answer. */
  machines: AnsweringMachines | undefined;
}

/** Controls the emulator, for the person who runs it. */
export class Control {
  private readonly initialState: CloudState;
  /** Machines that answer: with `machinesAnswer` only. */
  readonly machines: MachineControl;

  constructor(private readonly parts: ControlParts) {
    this.initialState = structuredClone(parts.cloud.world.state());
    this.machines = new MachineControl(parts.machines);
  }

  /** A copy of all data of the cloud. */
  state(): StateDump {
    const { clock, tables } = structuredClone(this.parts.cloud.world.state());
    return {
      now: new Date(clock.now).toISOString(),
      tables: Object.fromEntries(
        Object.entries(tables).map(([name, entities]) => [
          name,
          entities.map((entity) =>
            'phases' in entity ? { ...entity, status: statusOf(entity as Living) } : entity,
          ),
        ]),
      ),
    };
  }

  /** Resets the cloud to its initial state at the present time. Faults, limits and the log of requests are reset too. */
  reset(): void {
    const { cloud, faults, requestLog, rateLimits, machines, changed } = this.parts;
    const { isRepeatable } = cloud.world.settings;
    const { drawn } = isRepeatable ? this.initialState : cloud.world.identifiers;
    cloud.world.restore({ ...structuredClone(this.initialState), drawn, clock: cloud.world.clock.read() });
    faults.clear();
    requestLog.reset();
    rateLimits.reset();
    machines?.reset();
    changed();
  }

  readonly requests = {
    /** The latest ten thousand, oldest first. */
    list: (): readonly LoggedRequest[] => this.parts.requestLog.list(),
    /** The number of requests of each operation since the last reset. */
    counts: (): Record<string, number> => this.parts.requestLog.counts(),
    reset: (): void => {
      this.parts.requestLog.reset();
    },
  };

  readonly faults = {
    /** Adds a fault and returns its id. */
    add: (definition: FaultDefinition): string => {
      const id = this.parts.faults.add(definition);
      this.parts.changed();
      return id;
    },
    /** Removes one fault, or all. */
    clear: (id?: string): void => {
      this.parts.faults.clear(id);
    },
    list: (): FaultReport[] => this.parts.faults.list(),
  };

  readonly capacity = {
    /** Sets how many machines of a type a location can hold, including existing ones. */
    set: (
      { location, type, isSpot = false }: Omit<CapacityKey, 'isSpot'> & { isSpot?: boolean },
      total: number,
    ): void => {
      placeFor('location', location);
      if (!machineTypeByName.has(type) && !clusterKinds.some(({ name }) => name === type)) {
        throw invalidRequest(`type: there is no instance type or cluster type "${type}".`);
      }
      this.parts.cloud.world.capacity.set({ location, type, isSpot }, total);
      this.parts.changed();
    },
    /** How many more machines the location can hold. */
    left: ({
      location,
      type,
      isSpot = false,
    }: Omit<CapacityKey, 'isSpot'> & { isSpot?: boolean }): number => {
      this.parts.cloud.world.catchUp();
      return this.parts.cloud.world.capacity.left({ location, type, isSpot });
    },
  };

  readonly balance = {
    /**
     * The balance of a project, in its currency. The project of a client has the client's id as its name by default.
     */
    get: (projectId: string): number => {
      this.parts.cloud.world.catchUp();
      this.parts.cloud.world.billing.accrue();
      return this.parts.cloud.world.projects.get(projectId).balance;
    },
    set: (projectId: string, amount: number): void => {
      this.balance.get(projectId);
      this.parts.cloud.world.projects.get(projectId).balance = amount;
      this.parts.changed();
    },
  };

  readonly autoTopUp = {
    /** Turns automatic top-ups of the project on with these terms, or off. */
    set: (projectId: string, terms: AutoTopUpTerms | undefined): void => {
      this.balance.get(projectId);
      this.parts.cloud.world.autoTopUps.set(projectId, terms);
      this.parts.changed();
    },
  };

  readonly clients = {
    /** Accepts these credentials from now on. */
    add: (credentials: ClientCredentials): void => {
      this.parts.requireRoom();
      this.parts.cloud.access.addClient(credentials);
      this.parts.changed();
    },
    /** Revokes the tokens of one client, or of all: their next request is 401. */
    revokeTokens: (clientId?: string): void => {
      if (clientId !== undefined && !this.parts.cloud.access.has(clientId))
        throw notFound(`There is no client "${clientId}".`);
      this.parts.cloud.access.revoke(clientId);
      this.parts.changed();
    },
  };

  /**
   * Puts a detached volume of any type into a project, also HDD volumes, which can no longer be created. Returns its
   * id.
   */
  addVolume(volume: OldVolume): string {
    const { cloud, changed, requireRoom } = this.parts;
    cloud.world.catchUp();
    requireRoom();
    const { id } = cloud.volumes.addOld(cloud.world.projects.get(volume.project).id, {
      ...volume,
      location: placeFor('location', volume.location).code,
    });
    changed();
    return id;
  }

  /** Evicts a spot machine. */
  evict(instanceId: string): void {
    const { cloud, changed } = this.parts;
    cloud.world.catchUp();
    cloud.instances.evict(instanceId);
    changed();
  }
}
