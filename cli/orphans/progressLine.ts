import { clearLine, cursorTo } from 'node:readline';

/** What the command does now, and for how long, in one line of a terminal. Prints nothing where there is none. */
export class ProgressLine {
  private readonly startedAt = performance.now();
  private readonly isShown = process.stdout.isTTY;

  constructor(private readonly text: string) {
    this.show();
  }

  /** Brings the time up to date. */
  show(): void {
    this.clear();
    const seconds = Math.floor((performance.now() - this.startedAt) / 1_000);
    if (this.isShown) process.stdout.write(`${this.text}, ${String(seconds)} s`);
  }

  clear(): void {
    if (!this.isShown) return;
    clearLine(process.stdout, 0);
    cursorTo(process.stdout, 0);
  }
}
