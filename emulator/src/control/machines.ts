import { invalidRequest } from '../model/errors';
import { object, text } from './route';
import type { ScriptEnd } from '../model/trouble';
import type { AnsweringMachines, MachineReport } from '../machines/answering';
import type { CommandResult } from '../machines/commands';
import type { ControlRoute } from './route';

/** Controls machines that answer. Its changes last until a reset, or until the emulator ends. */
export class MachineControl {
  constructor(private readonly machines: AnsweringMachines | undefined) {}

  /** The machines that run: their addresses, ports and host keys. */
  list(): MachineReport[] {
    return this.answering().list();
  }

  /** Opens or closes the SSH port of an instance, or of the jump host of a cluster. */
  setSsh(machineId: string, isOpen: boolean): void {
    this.answering().setSsh(machineId, isOpen);
  }

  /** Ends the startup script of a machine now. Default: with exit code 0 and without a log. */
  endScript(machineId: string, end: Partial<ScriptEnd> = {}): void {
    this.answering().endScript(machineId, end);
  }

  /** Sets what commands answer; the latest result that fits a command counts. */
  setResult(result: CommandResult): void {
    this.answering().setResult(result);
  }

  /** Commands end with 0 again. */
  clearResults(): void {
    this.answering().commands.clearResults();
  }

  private answering(): AnsweringMachines {
    if (this.machines !== undefined) return this.machines;
    throw invalidRequest('The machines of this emulator do not answer. Start it with --machines-answer.');
  }
}

const exitCode = { type: 'integer', minimum: 0, maximum: 255 };
const output = { type: 'string' };

/** The paths of the control API for machines that answer. */
export const machineRoutes = (machines: MachineControl): ControlRoute[] => [
  {
    method: 'GET',
    path: '/machines',
    summary: 'The machines that run and answer: addresses, ports, host keys.',
    answer: () => machines.list(),
  },
  {
    method: 'PUT',
    path: '/machines/ssh',
    summary: 'Open or close the SSH port of a machine.',
    body: object(['machine', 'open'], { machine: text, open: { type: 'boolean' } }),
    answer: ({ body }) => {
      const { machine, open } = body as { machine: string; open: boolean };
      machines.setSsh(machine, open);
    },
  },
  {
    method: 'POST',
    path: '/machines/script',
    summary: 'End the startup script of a machine now: by default well, or with an exit code and a log.',
    body: object(['machine'], { machine: text, exitCode, output }),
    answer: ({ body }) => {
      const { machine, ...end } = body as Partial<ScriptEnd> & { machine: string };
      machines.endScript(machine, end);
    },
  },
  {
    method: 'POST',
    path: '/machines/commands',
    summary: 'Set what commands answer: all, only on a machine, or only with a text.',
    body: object([], { machine: text, command: text, exitCode, stdout: output, stderr: output }),
    answer: ({ body }) => {
      machines.setResult(body as CommandResult);
    },
  },
  {
    method: 'DELETE',
    path: '/machines/commands',
    summary: 'Let all commands end with 0 again.',
    answer: () => {
      machines.clearResults();
    },
  },
];
