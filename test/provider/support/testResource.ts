// A resource of a stack in this process.
import { CONTEXT, isHidden } from '../../../core/hiddenProperties';
import type * as providers from '../../../provider';
import type { DynamicProvider } from '../../../provider/engine/dynamicProvider';
import type { InProcessStack } from './inProcessStack';

export type Properties = Record<string, unknown>;
export type Kind = keyof typeof providers;

export const OWNER = 'feedc0ffee00';

/** The collections of the billed kinds. */
export const BILLED = { instance: 'instances', volume: 'volumes', cluster: 'clusters' } as const;

/** A resource of a program. */
export interface Declared {
  readonly kind: keyof typeof BILLED | 'tag' | 'sshKey' | 'startupScript' | 'instanceGroup';
  readonly name: string;
  /** The names of the resources whose ids its arguments contain. */
  readonly needs: readonly string[];
  readonly args: (idOf: (name: string) => string) => Readonly<Properties>;
  /** Whether it has the option `retainOnDelete`. */
  readonly isRetained?: boolean;
}

/** One resource: its state, and the calls that the engine makes to its provider. */
export class TestResource {
  id = '';
  inputs: Properties = {};
  outputs: Properties = {};

  constructor(
    private readonly stack: Pick<InProcessStack, 'newProcess' | 'urnOf'>,
    private readonly provider: DynamicProvider,
    private readonly kind: Kind,
    private readonly name: string,
    private args: Properties,
  ) {}

  /**
   * A copy with the same state. Another name stands for a rename with an alias, the same name for the state before a
   * killed run.
   */
  copy(name = this.name): TestResource {
    const copy = new TestResource(this.stack, this.provider, this.kind, name, this.args);
    copy.keep(this.id, this.inputs, this.outputs);
    return copy;
  }

  /** The problems that the check reports. */
  async problems(args = this.args): Promise<string[]> {
    const { failures } = await this.provider.check(this.inputs, this.withHiddenInputs(args));
    return failures.map(({ reason }) => reason);
  }

  /** @param meanwhile what happens after the check. */
  async create(meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const inputs = await this.checked();
    await meanwhile();
    try {
      const { id, outs } = await this.provider.create(inputs);
      this.keep(id, inputs, outs);
    } catch (error) {
      this.keepPartial(inputs, error);
      throw error;
    }
  }

  /**
   * The diff of a preview with these arguments.
   *
   * @param remediated the inputs that a policy changes after the check; the engine does not check them again.
   */
  async diff(args = this.args, remediated: Properties = {}): ReturnType<DynamicProvider['diff']> {
    return this.provider.diff(this.id, this.outputs, { ...(await this.checked(args)), ...remediated });
  }

  /** Applies these arguments in place. */
  async update(args = this.args): Promise<void> {
    const inputs = await this.checked(args);
    const { changes, replaces } = await this.provider.diff(this.id, this.outputs, inputs);
    if (replaces.length > 0) throw new Error(`This would replace the resource: ${replaces.join(', ')}.`);
    this.args = args;
    if (!changes) return;
    try {
      const { outs } = await this.provider.update(this.id, this.outputs, inputs);
      this.keep(this.id, inputs, outs);
    } catch (error) {
      this.keepPartial(inputs, error);
      throw error;
    }
  }

  /** Runs `pulumi refresh`; false when the resource is gone. */
  async refresh(): Promise<boolean> {
    this.stack.newProcess();
    const { id, props = {}, inputs = {} } = await this.provider.read(this.id, this.outputs);
    if (id === '') return false;
    const declared = this.inputs;
    this.keep(id, inputs, props);
    // To show the differences from the last program, the engine calls diff.
    await this.provider.diff(id, this.outputs, declared);
    return true;
  }

  async delete(): Promise<void> {
    await this.provider.delete(this.id, this.outputs);
  }

  private async checked(args = this.args): Promise<Properties> {
    const { inputs, failures } = await this.provider.check(this.inputs, this.withHiddenInputs(args));
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
    return inputs;
  }

  private keep(id: string, inputs: Properties, outputs: Properties): void {
    this.id = id;
    // Pulumi adds the provider, as text, to both.
    this.inputs = { ...inputs, __provider: 'text' };
    this.outputs = { ...outputs, __provider: 'text' };
  }

  private keepPartial(inputs: Properties, error: unknown): void {
    const { id, properties } = error as { id?: string; properties?: Properties };
    if (id !== undefined && properties) this.keep(id, inputs, properties);
  }

  private withHiddenInputs(args: Properties): Properties {
    const given = Object.entries(args);
    return {
      ...Object.fromEntries(given.filter(([key]) => !isHidden(key))),
      __provider: 'text',
      [CONTEXT]: {
        ...(this.kind !== 'owner' && { __owner: OWNER }),
        ...Object.fromEntries(given.filter(([key]) => isHidden(key))),
        __urn: this.stack.urnOf(this.kind, this.name),
      },
    };
  }
}
