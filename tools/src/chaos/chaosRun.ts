// One run: a stack of billed resources, faults and a kill, the next commands of the user, and destroy.
import { messageOf } from '../pulumiCli/run';
import type { Findings, StateResource } from './cloud/audit';
import { Audit } from './cloud/audit';
import { ForeignResources } from './cloud/foreignResources';
import type { Billed, CloudView, LoggedRequest } from './cloud/cloudView';
import { describe } from './cloud/cloudView';
import { changeCredentials } from './credentials';
import { listOrphans, removeNamed } from './orphansCommand';
import type { Plan, ResourceName, PlannedInterruption } from './plan';
import { TIME_SCALE } from './plan';
import { Random } from './random';
import type { Door } from './stack/door';
import type { Edits } from './stack/edits';
import { EDITIONS, FIRST, randomEdit } from './stack/edits';
import type { Base } from './stack/program';
import { INLINE_SCRIPT, declaredValues, nameInProgram, programText } from './stack/program';
import type { EngineProcess } from './stack/engineProcess';
import type { StackCommands } from './stack/stackCommands';
import { FLAGS, UP } from './stack/stackCommands';

/** The result of a run. */
export interface Outcome extends Findings {
  readonly plan: Plan;
  readonly killed: boolean;
  /** Requests that a fault affected. */
  readonly faults: number;
  /** What is billed after destroy, and volumes of somebody else that are gone. */
  readonly leftAfterDestroy: readonly string[];
  /** Changes of somebody else's resources. */
  readonly foreignChanges: readonly string[];
  /** What else is wrong: a command failed without a fault, or a tag is only in state. */
  readonly failure: string | undefined;
  /** The commands and requests of the run, to find the cause of a failure. */
  readonly timeline: string;
}

const DESTROY = ['destroy', '--yes', '--skip-preview'];
const REFRESH = ['refresh', '--yes', '--skip-preview'];
/** An eviction by a fault is complete after this many seconds of the cloud's clock. */
const UNTIL_EVICTED = 600;

/** The run of a plan on a cloud and its stacks. */
export class ChaosRun {
  private resources: readonly ResourceName[];
  private edits: Edits;
  private readonly random: Random;
  private isRenamed = false;
  private base: Base = { given: '', source: '', trashed: '', adoptable: '' };

  constructor(
    private readonly plan: Plan,
    private readonly door: Door,
    private readonly cloud: CloudView,
    private readonly stack: StackCommands,
    private readonly secondStack: StackCommands | undefined,
  ) {
    this.edits = EDITIONS[plan.edition] ?? FIRST;
    this.random = new Random(plan.seed + 1);
    this.resources = plan.resources;
  }

  async run(): Promise<Outcome> {
    const { plan, cloud, stack } = this;
    let [killed, faults] = [false, 0];
    let found: Findings = { orphans: [], named: [], duplicates: [] };
    let [leftAfterDestroy, foreignChanges] = [[] as string[], [] as string[]];
    let failure: string | undefined;
    try {
      const foreign = await this.prepare();
      if (plan.isUpdate) {
        const { edits } = this;
        await this.write(FIRST);
        await stack.mustSucceed(UP);
        this.edits = edits;
      }
      if (plan.command === 'up') await this.write();
      killed = await this.runUnderFaults();
      faults = await this.endFaults();
      await foreign.copyTags(await cloud.billed());
      await changeCredentials(plan.credentials, cloud, stack, this.secondStack);
      await this.continueAsUser(foreign);
      await this.refreshInterrupted();
      const audit = this.auditWith(foreign);
      found = await audit.found();
      failure = (await audit.lostTag()) ?? (await this.difference(audit));
      await stack.mustSucceed(DESTROY);
      if (this.door.mayLeaveOrphans) await removeNamed(stack, audit);
      leftAfterDestroy = await audit.left(plan.continuation === 'rename the stack, then up');
      foreignChanges = await foreign.changes();
      await this.secondStack?.mustSucceed(DESTROY);
    } catch (error) {
      failure = messageOf(error);
    }
    const timeline = await this.timeline();
    return {
      plan,
      killed,
      faults,
      ...found,
      leftAfterDestroy,
      foreignChanges,
      failure,
      timeline,
    };
  }

  /** How the cloud differs from the program that was deployed last; undefined after a destroy. */
  private async difference(audit: Audit): Promise<string | undefined> {
    const { edits, isRenamed, resources, plan } = this;
    if (plan.continuation === 'destroy') return undefined;
    return audit.differing(declaredValues(resources, { edits, isRenamed }));
  }

  private auditWith(foreign: ForeignResources): Audit {
    return new Audit(this.cloud, this.stack, this.base, foreign);
  }

  /** Creates what is in the cloud before the stack is created. */
  private async prepare(): Promise<ForeignResources> {
    const [given, source, trashed, adoptable] = await Promise.all(
      ['given', 'source', 'trashed', 'adoptable'].map((name) => this.cloud.volume(name)),
    );
    this.base = {
      given: given ?? '',
      source: source ?? '',
      trashed: trashed ?? '',
      adoptable: adoptable ?? '',
    };
    const foreign = await ForeignResources.create(this.cloud);
    await this.cloud.send('DELETE', `/v1/volumes/${this.base.trashed}`, { is_permanent: false });
    await this.stack.mustSucceed(['stack', 'init', 'dev'], []);
    if (this.secondStack) {
      await this.secondStack.mustSucceed(['stack', 'init', 'dev'], []);
      await this.secondStack.mustSucceed(UP);
      await foreign.add(
        (await this.secondStack.state<StateResource>()).flatMap(({ id, urn }) =>
          id && urn.includes('Volume') ? [id] : [],
        ),
      );
    }
    return foreign;
  }

  /** Runs the plan's command under its faults and interrupts it as planned. Returns whether it was interrupted. */
  private async runUnderFaults(): Promise<boolean> {
    const { command, faults, isInline } = this.plan;
    if (isInline) await this.stack.folder.write('inline.js', INLINE_SCRIPT);
    for (const fault of faults) await this.cloud.control('POST', 'faults', fault);
    const start = () =>
      isInline ? this.stack.inline(command) : this.stack.start(command === 'up' ? UP : DESTROY, FLAGS);
    return this.runInterrupted(start, this.plan);
  }

  /** Runs a command and interrupts it as planned. Returns whether it was interrupted before its end. */
  private async runInterrupted(
    start: () => EngineProcess,
    { how, afterWrites, thenMs }: PlannedInterruption,
  ): Promise<boolean> {
    const before = (await this.cloud.writes()).length;
    const engine = start();
    let runInterrupted = false;
    if (how) {
      // It is interrupted after at least one write: before that, a kill has no effect on the cloud.
      const enough = before + Math.max(afterWrites, 1);
      while (!engine.isOver && (await this.cloud.writes()).length < enough) await pause(15);
      await pause(thenMs);
      runInterrupted = !engine.isOver;
      this.stack.leftBehind.push(...(await engine.interrupt(how)));
    }
    await this.stack.ended(engine);
    if (how) await this.stack.cancel();
    return runInterrupted;
  }

  /** Ends the faults and lets pending changes of the cloud finish. Returns how many requests a fault affected. */
  private async endFaults(): Promise<number> {
    const faults = await this.cloud.control<{ struck: number }[]>('GET', 'faults');
    await this.cloud.control('DELETE', 'faults');
    const late = this.plan.faults.map((fault) => ('milliseconds' in fault ? Number(fault.milliseconds) : 0));
    await pause(Math.max(0, ...late) / TIME_SCALE);
    if (this.plan.faults.some((fault) => 'kind' in fault && fault.kind === 'evict'))
      await this.cloud.advance(UNTIL_EVICTED);
    return faults.reduce((sum, { struck }) => sum + struck, 0);
  }

  private async continueAsUser(foreign: ForeignResources): Promise<void> {
    const { plan, stack } = this;
    const { continuation, picked } = plan;
    await this.write();
    switch (continuation) {
      case 'up':
        return stack.mustSucceed(UP);
      case 'destroy': {
        // Without a resource in state, the engine does not start the native plugin, so nothing names the orphans.
        const hasNoResource = this.door.mayLeaveOrphans && !(await stack.hasPluginResources());
        await stack.mustSucceed(DESTROY);
        if (hasNoResource) await listOrphans(stack);
        return;
      }
      case 'remove a resource, then up':
        // The tag is on the volume `data`.
        this.resources = this.resources.filter(
          (name) => name !== picked && !(picked === 'data' && name === 'label'),
        );
        await this.write();
        return stack.mustSucceed(UP);
      case 'edit the program, then up':
        await this.write(EDITIONS[(plan.edition + 1) % EDITIONS.length]);
        return stack.mustSucceed(UP);
      case 'edit at random and be interrupted, edit again, then up':
        await this.editAtRandom();
        await this.runInterrupted(() => stack.start(UP, FLAGS), plan.second);
        await this.editAtRandom();
        return stack.mustSucceed(UP);
      case 'up --replace': {
        // The engine cannot replace a resource that is not in state; the provider refuses adopted and restored ones.
        const urn = ['adopted', 'restored'].includes(picked) ? undefined : await this.urnOf(picked);
        return stack.mustSucceed(urn === undefined ? UP : [...UP, '--replace', urn]);
      }
      case 'refresh, then up':
        await stack.mustSucceed(REFRESH);
        return stack.mustSucceed(UP);
      case 'rename the resources, then up':
        this.isRenamed = true;
        await this.write();
        return stack.mustSucceed(UP);
      case 'rename the stack, then up':
        await stack.mustSucceed(['stack', 'rename', 'renamed', '--stack', stack.name], ['--color=never']);
        stack.name = 'renamed';
        return this.upAfterStackRename(foreign);
    }
  }

  /** An `up` of another program than that of a killed update says that a refresh is needed. */
  private async refreshInterrupted(): Promise<void> {
    const warning = 'was interrupted; it may hold parts that the state does not show';
    if (!this.stack.lastPrinted(warning)) return;
    await this.stack.mustSucceed([...UP, '--refresh']);
    if (this.stack.lastPrinted(warning))
      throw new Error('up --refresh still warns of an interrupted update.');
  }

  /** The package names the orphans of an interrupted run under the old name of the stack, and the user removes them. */
  private async upAfterStackRename(foreign: ForeignResources): Promise<void> {
    const first = await this.stack.run(UP);
    if (first.code === 0) return;
    await listOrphans(this.stack);
    const removed = await removeNamed(this.stack, this.auditWith(foreign));
    if (removed.length === 0)
      throw new Error('up after the rename of the stack failed, and nothing is named.');
    await this.stack.mustSucceed(UP);
  }

  /** For a fleet, the URN of its first machine. */
  private async urnOf(picked: ResourceName): Promise<string | undefined> {
    const name = nameInProgram(picked, this.isRenamed && picked !== 'fleet');
    const state = await this.stack.state<StateResource>();
    return state.find(({ urn }) => urn.endsWith(picked === 'fleet' ? `:Instance::${name}-0` : `::${name}`))
      ?.urn;
  }

  /** Changes the arguments of resources, and removes some from the program or adds them again. */
  private async editAtRandom(): Promise<void> {
    const mayLeave: readonly ResourceName[] = ['trainer', 'copy', 'cluster', 'fleet', 'spot'];
    this.resources = this.plan.resources.filter(
      (name) => !mayLeave.includes(name) || this.random.chance(0.8),
    );
    await this.write(randomEdit(this.edits, this.random));
  }

  private async write(edits = this.edits): Promise<void> {
    this.edits = edits;
    const { isRenamed } = this;
    const { status } = await this.cloud.get<Billed>(`/v1/volumes/${this.base.adoptable}`);
    const isAdoptedInTrash = ['deleting', 'deleted'].includes(status);
    const { declaresOrphanRemoval } = this.plan;
    const variant = { edits, isRenamed, isAdoptedInTrash, declaresOrphanRemoval };
    const text = programText(this.door, this.resources, variant, this.base);
    await this.stack.folder.write('index.js', text);
  }

  /** The plan, the commands with their output, and every write with its answer. */
  private async timeline(): Promise<string> {
    const writes = await this.cloud.writes();
    const billed = await this.cloud.billed();
    return [
      JSON.stringify(this.plan),
      ...this.stack.transcript(),
      'Writes:',
      ...writes.map(
        ({ at, method, url, status }: LoggedRequest) => `  ${at} ${method} ${url} ${status ?? 'dropped'}`,
      ),
      'Billed at the end:',
      ...billed.map((one) => `  ${describe(one)}`),
    ].join('\n');
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
