// One run: a stack of every billed kind, trouble, one of the ways in which people go on, and destroy.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ProgramFolder } from '../testing/programFolder';
import { EmulatorProcess } from '../testing/emulatorProcess';
import { messageOf } from '../pulumiCli/run';
import type { Ended } from './engineProcess';
import { EngineProcess, endAll } from './engineProcess';
import type { Plan, ResourceName } from './plan';
import { RESOURCES, TIME_SCALE } from './plan';
import type { Base } from './program';
import { programText } from './program';

/** What became of a run. */
export interface Outcome {
  readonly plan: Plan;
  readonly killed: boolean;
  /** Requests that met a fault. */
  readonly faults: number;
  /** Billed, and in no state, after people went on. */
  readonly orphans: readonly string[];
  /** Billed more than once under one name. */
  readonly duplicates: readonly string[];
  /** Billed after destroy; or a volume of others that is gone. */
  readonly leftAfterDestroy: readonly string[];
  /** What cannot be: a clean run that failed. */
  readonly failure: string | undefined;
  /** What happened, for whoever has to find out why. */
  readonly timeline: string;
}

interface Billed {
  readonly id: string;
  readonly name?: string;
  readonly hostname?: string;
  readonly status: string;
}

interface StateResource {
  readonly urn: string;
  readonly id?: string;
  readonly outputs?: { readonly ownVolumeIds?: string[]; readonly sharedVolumes?: { readonly id: string }[] };
}

const CHECKPOINT = path.join('state', '.pulumi', 'stacks', 'chaos', 'dev.json');
const UP = ['up', '--yes', '--skip-preview'];
const DESTROY = ['destroy', '--yes', '--skip-preview'];
const REFRESH = ['refresh', '--yes', '--skip-preview'];
const FLAGS = ['--color=never', '--stack', 'dev', '--suppress-outputs'];
const TYPE = 'pulumi-nodejs:dynamic/cloud-compute';
/** Of a fleet, its first machine. */
const URN = (name: ResourceName): string =>
  `urn:pulumi:dev::chaos::${
    {
      trainer: `${TYPE}:Instance::trainer`,
      data: `${TYPE}:Volume::data`,
      copy: `${TYPE}:Volume::copy`,
      cluster: `${TYPE}:Cluster::cluster`,
      fleet: `cloud-compute:index:Fleet$${TYPE}:Instance::fleet-0`,
    }[name]
  }`;

export async function play(plan: Plan): Promise<Outcome> {
  const emulator = await EmulatorProcess.start([
    ...['--port', '0', '--control', '--time-scale', String(TIME_SCALE), '--balance', '1000000'],
    ...['--rate-limit-window', '5', '--seed', String(plan.seed), '--check-replies'],
  ]);
  let outcome: Outcome;
  let wrong: string | undefined;
  try {
    outcome = await playOn(plan, emulator);
  } finally {
    wrong = await emulator.stop().then(() => undefined, messageOf);
  }
  return { ...outcome, failure: outcome.failure ?? wrong };
}

async function playOn(plan: Plan, emulator: EmulatorProcess): Promise<Outcome> {
  const folder = await ProgramFolder.create({ program: '', project: 'chaos' });
  const story = new Story(plan, emulator, folder, await folder.environment(environmentOf(emulator)));
  try {
    return await story.play();
  } finally {
    story.end();
    await folder.dispose();
  }
}

const environmentOf = ({ url }: EmulatorProcess) => ({
  CLOUD_COMPUTE_BASE_URL: url,
  CLOUD_COMPUTE_CLIENT_ID: 'emulator',
  CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
});

class Story {
  private readonly commands: Ended[] = [];
  private readonly leftBehind: number[] = [];
  private resources: readonly ResourceName[] = RESOURCES;
  private edition: number;
  private base: Base = { given: '', source: '' };

  constructor(
    private readonly plan: Plan,
    private readonly emulator: EmulatorProcess,
    private readonly folder: ProgramFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.edition = plan.edition;
  }

  async play(): Promise<Outcome> {
    const { plan } = this;
    this.base = { given: await this.volume('given'), source: await this.volume('source') };
    let [killed, faults] = [false, 0];
    let found = { orphans: [] as string[], duplicates: [] as string[] };
    let leftAfterDestroy: string[] = [];
    let failure: string | undefined;
    try {
      await this.must(['stack', 'init', 'dev'], []);
      if (plan.isUpdate) {
        await this.write(0);
        await this.must(UP);
      }
      if (plan.command === 'up') await this.write(this.edition);
      killed = await this.inTrouble();
      faults = await this.calm();
      await this.goOn();
      found = await this.lookForOrphans();
      await this.must(DESTROY);
      leftAfterDestroy = await this.left();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    const { orphans, duplicates } = found;
    return {
      plan,
      killed,
      faults,
      orphans,
      duplicates,
      leftAfterDestroy,
      failure,
      timeline: await this.timeline(),
    };
  }

  /** Ends what killed engines left running. */
  end(): void {
    endAll(this.leftBehind);
  }

  /** Runs the plan's command under its faults and strikes it at the plan's moment. Answers whether it was struck. */
  private async inTrouble(): Promise<boolean> {
    const { blow, command, faults, afterWrites, thenMs } = this.plan;
    for (const fault of faults) await this.control('POST', 'faults', fault);
    const before = await this.writes();
    const engine = new EngineProcess(
      [...(command === 'up' ? UP : DESTROY), ...FLAGS],
      this.folder.path,
      this.env,
    );
    let struck = false;
    if (blow) {
      // At least one write: before that there is nothing that a blow could hit.
      while (!engine.isOver && (await this.writes()) < before + Math.max(afterWrites, 1)) await pause(15);
      await pause(thenMs);
      struck = !engine.isOver;
      this.leftBehind.push(...(await engine.strike(blow)));
    }
    this.commands.push(await engine.ended);
    if (blow) await this.cancel();
    return struck;
  }

  /** A killed engine leaves a lock behind, and an empty note on its checkpoint when that was just being written. */
  private async cancel(): Promise<void> {
    const cancel = ['cancel', '--yes', 'dev'];
    const ended = await this.run(cancel, ['--color=never']);
    this.commands.push(ended);
    if (!ended.output.includes('failed to load checkpoint')) return;
    // The checkpoint itself is written whole or not at all; the note beside it is not needed.
    await rm(path.join(this.folder.path, `${CHECKPOINT}.attrs`));
    this.commands.push(await this.run(cancel, ['--color=never']));
  }

  /** The trouble is over; what is under way in the cloud lands. Answers how many requests met a fault. */
  private async calm(): Promise<number> {
    const faults = (await this.control('GET', 'faults')) as { met: number }[];
    await this.control('DELETE', 'faults');
    const late = this.plan.faults.map((fault) => ('milliseconds' in fault ? Number(fault.milliseconds) : 0));
    await pause(Math.max(0, ...late) / TIME_SCALE);
    return faults.reduce((sum, { met }) => sum + met, 0);
  }

  private async goOn(): Promise<void> {
    const { goingOn, picked } = this.plan;
    switch (goingOn) {
      case 'up':
        return this.must(UP);
      case 'destroy':
        return this.must(DESTROY);
      case 'remove a resource, then up':
        this.resources = this.resources.filter((name) => name !== picked);
        await this.write(this.edition);
        return this.must(UP);
      case 'edit the program, then up':
        this.edition = (this.edition + 1) % 3;
        await this.write(this.edition);
        return this.must(UP);
      case 'up --replace':
        // The engine refuses to replace what is not in state.
        return this.must((await this.isInState(picked)) ? [...UP, '--replace', URN(picked)] : UP);
      case 'refresh, then up':
        await this.must(REFRESH);
        return this.must(UP);
    }
  }

  private async lookForOrphans(): Promise<{ orphans: string[]; duplicates: string[] }> {
    const known = new Set(
      (await this.state()).flatMap(({ id, outputs }) => [
        id,
        ...(outputs?.ownVolumeIds ?? []),
        ...(outputs?.sharedVolumes ?? []).map((volume) => volume.id),
      ]),
    );
    const billed = await this.billed();
    const names = billed.map(nameOf);
    return {
      orphans: billed.filter(({ id }) => !known.has(id) && !this.isBase(id)).map(describe),
      duplicates: billed.filter((one, index) => names.indexOf(nameOf(one)) !== index).map(describe),
    };
  }

  private async state(): Promise<StateResource[]> {
    const { output } = await this.run(['stack', 'export'], ['--stack', 'dev']);
    const { deployment } = JSON.parse(output) as { deployment: { resources?: StateResource[] } };
    return deployment.resources ?? [];
  }

  private async isInState(name: ResourceName): Promise<boolean> {
    return (await this.state()).some(({ urn }) => urn === URN(name));
  }

  private async left(): Promise<string[]> {
    const billed = await this.billed();
    const gone = Object.values(this.base).filter((id) => !billed.some((one) => one.id === id));
    return [
      ...billed.filter(({ id }) => !this.isBase(id)).map(describe),
      ...gone.map((id) => `the volume ${id} of others is gone`),
    ];
  }

  private isBase(id: string): boolean {
    return Object.values(this.base).includes(id);
  }

  /** All that costs money; a cluster's local operating-system volume goes with it and has no place in state. */
  private async billed(): Promise<Billed[]> {
    const lists = await Promise.all(
      ['instances', 'clusters', 'volumes'].map((list) => this.emulator.get(`/v1/${list}`)),
    );
    return (lists.flat() as (Billed & { type?: string })[]).filter(
      ({ status, type }) =>
        !['deleting', 'discontinued', 'deleted'].includes(status) && type !== 'NVMe_OS_Cluster',
    );
  }

  private async write(edition: number): Promise<void> {
    await this.folder.write('index.js', programText(this.resources, edition, this.base));
  }

  private async must(args: readonly string[], flags: readonly string[] = FLAGS): Promise<void> {
    const ended = await this.run(args, flags);
    this.commands.push(ended);
    if (ended.code !== 0)
      throw new Error(`pulumi ${ended.command} failed without any fault: exit code ${String(ended.code)}.`);
  }

  private run(args: readonly string[], flags: readonly string[]): Promise<Ended> {
    return new EngineProcess([...args, ...flags], this.folder.path, this.env).ended;
  }

  private async volume(name: string): Promise<string> {
    const body = { name, type: 'NVMe', size: 10, location_code: 'FIN-01' };
    return (await this.emulator.post('/v1/volumes', body)) as string;
  }

  private async writes(): Promise<number> {
    return (await this.requests()).filter(({ method, url }) => method !== 'GET' && !url.includes('oauth2'))
      .length;
  }

  private async requests(): Promise<{ at: string; method: string; url: string; status: number | null }[]> {
    const { requests } = (await this.control('GET', 'requests')) as {
      requests: { at: string; method: string; url: string; status: number | null }[];
    };
    return requests;
  }

  private async control(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await fetch(`${this.emulator.url}/_emulator/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} /_emulator/${path} answered ${reply.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** The plan, the commands with what they printed, and every write with what it was answered. */
  private async timeline(): Promise<string> {
    const writes = (await this.requests())
      .filter(({ method, url }) => method !== 'GET' && !url.includes('oauth2'))
      .map(({ at, method, url, status }) => `  ${at} ${method} ${url} ${status ?? 'dropped'}`);
    const commands = this.commands.map(
      ({ command, code, output }) => `$ pulumi ${command} → ${code ?? 'killed'}\n${output.slice(-3_000)}`,
    );
    const billed = (await this.billed()).map((one) => `  ${describe(one)}`);
    return [
      JSON.stringify(this.plan),
      ...commands,
      'Writes:',
      ...writes,
      'Billed at the end:',
      ...billed,
    ].join('\n');
  }
}

const nameOf = ({ name, hostname }: Billed): string => name ?? hostname ?? '';
const describe = (one: Billed): string => `${nameOf(one)} (${one.id}, ${one.status})`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
