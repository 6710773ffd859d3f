// Compares the billed resources with the stack's state and with the output of its commands.
import type { ForeignResources } from './foreignResources';
import type { Billed, CloudView } from './cloudView';
import { describe, nameOf } from './cloudView';
import type { Base, DeclaredValues } from '../stack/program';
import type { StackCommands } from '../stack/stackCommands';

/** A resource in state. */
export interface StateResource {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: { readonly resourceId?: string };
  readonly outputs?: {
    readonly ownVolumeIds?: string[];
    readonly keptVolumeIds?: string[];
    readonly sharedVolumes?: { readonly id: string }[];
  };
}

/** The findings at the end of the user's commands. */
export interface Findings {
  /** Billed, in no state, and named by no command. */
  readonly orphans: readonly string[];
  /** Billed, in no state, and named with its id by a command. */
  readonly named: readonly string[];
  /** Billed more than once under the same name. */
  readonly duplicates: readonly string[];
}

export class Audit {
  constructor(
    private readonly cloud: CloudView,
    private readonly stack: StackCommands,
    private readonly base: Base,
    private readonly foreign: ForeignResources,
  ) {}

  async found(): Promise<Findings> {
    const unknown = await this.unknownToState();
    const isNamed = ({ id }: Billed) => this.stack.printed(id);
    // The disks of an evicted machine may be kept, by their policy: they do not count as duplicates of the next
    // machine's.
    const kept = (await this.stack.state<StateResource>()).flatMap(
      ({ outputs }) => outputs?.keptVolumeIds ?? [],
    );
    const counted = (await this.cloud.billed()).filter(
      (one) =>
        !this.foreign.has(one.id) &&
        !kept.includes(one.id) &&
        !(unknown.some(({ id }) => id === one.id) && isNamed(one)),
    );
    const names = counted.map(nameOf);
    return {
      orphans: unknown.filter((one) => !isNamed(one)).map(describe),
      named: unknown.filter(isNamed).map(describe),
      duplicates: counted.filter((one, index) => names.indexOf(nameOf(one)) !== index).map(describe),
    };
  }

  /** What is billed, in no state, not somebody else's, and not older than the stack. */
  async unknownToState(): Promise<Billed[]> {
    const known = new Set(
      (await this.stack.state<StateResource>()).flatMap(({ id, outputs }) => [
        id,
        ...(outputs?.ownVolumeIds ?? []),
        ...(outputs?.keptVolumeIds ?? []),
        ...(outputs?.sharedVolumes ?? []).map((volume) => volume.id),
      ]),
    );
    // State names the volumes of a machine only after it was ready; its operating-system volume belongs to it.
    const isKnown = ({ id, is_os_volume: isOs, instance_id: machine }: Billed) =>
      known.has(id) || (isOs === true && typeof machine === 'string' && known.has(machine));
    return (await this.cloud.billed()).filter(
      (one) => !isKnown(one) && !this.isBase(one.id) && !this.foreign.has(one.id),
    );
  }

  /** A tag that is in state but not on its volume. */
  async lostTag(): Promise<string | undefined> {
    const state = await this.stack.state<StateResource>();
    const volumeId = state.find(({ urn }) => urn.includes(':Tag::'))?.inputs?.resourceId;
    if (volumeId === undefined) return undefined;
    const { tags = [] } = await this.cloud.get<Billed>(`/v1/volumes/${volumeId}`);
    return tags.some(({ key }) => key === 'label') ? undefined : 'The tag is in state and not on its volume.';
  }

  /** How a resource in state differs from the program; undefined if none does. */
  async differing(resources: readonly DeclaredValues[]): Promise<string | undefined> {
    const state = await this.stack.state<StateResource>();
    for (const { type, name, values } of resources) {
      const id = state.find(({ urn }) => urn.endsWith(`:${type}::${name}`))?.id;
      if (id === undefined) return `The resource ${name} is in the program and not in state.`;
      const found = await this.cloud.get<Billed>(`/v1/${type === 'Volume' ? 'volumes' : 'instances'}/${id}`);
      const actual: DeclaredValues['values'] = {
        ...found,
        mark: found.tags?.find(({ key }) => key === 'mark')?.value,
      };
      const wrong = Object.keys(values).find((field) => actual[field] !== values[field]);
      if (wrong !== undefined)
        return `${name} has ${wrong} ${String(actual[wrong])}, and the program says ${String(values[wrong])}.`;
    }
    return undefined;
  }

  /**
   * The resources that are billed after destroy.
   *
   * @param isStackRenamed whether named resources may stay, because they belong to the old name of the stack.
   */
  async left(isStackRenamed: boolean): Promise<string[]> {
    const billed = (await this.cloud.billed()).filter(({ id }) => !this.foreign.has(id));
    const { given, source } = this.base;
    const gone = [given, source].filter((id) => !billed.some((one) => one.id === id));
    const mayStay = ({ id }: Billed) => this.isBase(id) || (isStackRenamed && this.stack.printed(id));
    return [
      ...billed.filter((one) => !mayStay(one)).map(describe),
      ...gone.map((id) => `the volume ${id} of others is gone`),
    ];
  }

  private isBase(id: string): boolean {
    return Object.values(this.base).includes(id);
  }
}
