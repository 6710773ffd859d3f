import { monotonicTime } from '../model/time/clock';
import type { Entry, LoggedCommand, RequestLog } from '../http/requestLog';
import type { ScriptEnd } from '../model/trouble';
import type { RunningMachine } from './running';

/** How a command ends. */
export interface CommandAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** What commands answer from now on. */
export interface CommandResult extends Partial<CommandAnswer> {
  /** The id of an instance or of a cluster. Default: all machines. */
  machine?: string;
  /** Only commands that contain this text. Default: all but those with `cloud-init status`. */
  command?: string;
}

interface Waiting {
  machine: RunningMachine;
  answer: (answer: CommandAnswer) => void;
}

const statusCommand = 'cloud-init status';
const good: ScriptEnd = { exitCode: 0, output: '' };

/**
 * The answers to commands. Nothing is executed: `cloud-init status` tells how the startup script stands, and other
 * commands end as the control API says, or else with 0.
 */
export class Commands {
  private results: CommandResult[] = [];
  /** Scripts that the control API has ended. */
  private ended = new Map<string, ScriptEnd>();
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly requestLog: RequestLog,
    private readonly scriptEndsAt: (machine: RunningMachine) => number,
    private readonly now: () => number,
  ) {}

  /** Later results come before earlier ones. */
  setResult(result: CommandResult): void {
    this.results.unshift(result);
  }

  clearResults(): void {
    this.results = [];
  }

  endScript(machineId: string, end: Partial<ScriptEnd>): void {
    this.ended.set(machineId, { ...good, ...end });
  }

  reset(): void {
    this.results = [];
    this.ended.clear();
  }

  /** When the startup script ends or has ended, in milliseconds of the cloud's clock. */
  endOfScript(machine: RunningMachine): number {
    return this.ended.has(machine.id) ? -Infinity : this.scriptEndsAt(machine);
  }

  /** Records the command and answers it. `cloud-init status --wait` is answered when the script has ended. */
  async run(machine: RunningMachine, user: string, address: string, text: string): Promise<CommandAnswer> {
    const command: LoggedCommand = { machineId: machine.id, user, text, exitCode: null };
    const entry = entryOf(command, `ssh://${user}@${address}`);
    this.requestLog.add(entry);
    const answer = await this.answerTo(machine, text);
    command.exitCode = answer.exitCode;
    entry.milliseconds = monotonicTime() - entry.began;
    return answer;
  }

  /** Answers the commands that wait for a script which has ended. */
  answerWaiting(): void {
    for (const waiting of this.waiting) {
      if (!this.hasEnded(waiting.machine)) continue;
      this.waiting.delete(waiting);
      waiting.answer(this.scriptStatus(waiting.machine));
    }
  }

  /** The connections of the machine have ended, so nothing is answered any more. */
  forget(machineId: string): void {
    for (const waiting of this.waiting) if (waiting.machine.id === machineId) this.waiting.delete(waiting);
  }

  private answerTo(machine: RunningMachine, text: string): CommandAnswer | Promise<CommandAnswer> {
    const isStatus = text.includes(statusCommand);
    const result = this.results.find(
      (candidate) =>
        (candidate.machine === undefined || candidate.machine === machine.id) &&
        (candidate.command === undefined ? !isStatus : text.includes(candidate.command)),
    );
    if (result !== undefined || !isStatus)
      return { exitCode: result?.exitCode ?? 0, stdout: result?.stdout ?? '', stderr: result?.stderr ?? '' };
    if (!text.includes(`${statusCommand} --wait`) || this.hasEnded(machine))
      return this.scriptStatus(machine);
    return new Promise((answer) => {
      this.waiting.add({ machine, answer });
    });
  }

  private hasEnded(machine: RunningMachine): boolean {
    return this.now() >= this.endOfScript(machine);
  }

  /** The words of cloud-init, and the log of the script. */
  private scriptStatus(machine: RunningMachine): CommandAnswer {
    if (!this.hasEnded(machine)) return { exitCode: 0, stdout: 'status: running\n', stderr: '' };
    const fault = machine.runsScript ? machine.trouble.script : undefined;
    const { exitCode, output } = this.ended.get(machine.id) ?? fault ?? good;
    const log = output === '' || output.endsWith('\n') ? output : `${output}\n`;
    // With recoverable errors (2), cloud-init says that it is done.
    const status = exitCode === 0 || exitCode === 2 ? 'done' : 'error';
    return { exitCode, stdout: `status: ${status}\n${log}`, stderr: '' };
  }
}

const entryOf = (command: LoggedCommand, url: string): Entry => ({
  at: Date.now(),
  began: monotonicTime(),
  method: 'SSH',
  url,
  operationId: undefined,
  clientId: undefined,
  status: null,
  milliseconds: null,
  faults: undefined,
  command,
});
