// Records the demo: docs/pictures/demo.svg shows the lines of a real run at their original speed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf } from '../pulumiCli/run';

const file = path.resolve(__dirname, '..', '..', '..', 'docs', 'pictures', 'demo.svg');
const COLUMNS = 104;
const ROWS = 26;
const LINE_HEIGHT = 18;
const MARGIN = 16;
/** A longer pause is shortened to this many seconds; the last lines stay for this long. */
const LONGEST_PAUSE = 1.2;
const LAST_PAUSE = 4;

interface Line {
  readonly text: string;
  /** Seconds since the previous line. */
  readonly pause: number;
}

async function main(): Promise<void> {
  const demo = spawn(process.execPath, [path.join(__dirname, '..', 'demo.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  let last = Date.now();
  for await (const text of createInterface({ input: demo.stdout })) {
    console.log(text);
    lines.push({ text: shown(text), pause: Math.min(LONGEST_PAUSE, (Date.now() - last) / 1_000) });
    last = Date.now();
  }
  const [code] = demo.exitCode === null ? ((await once(demo, 'close')) as [number | null]) : [demo.exitCode];
  if (code !== 0) throw new Error(`The demo ended with exit code ${String(code)}.`);
  const picture = recording(lines);
  await writeFile(file, picture);
  console.log(`${file}: ${String(Math.round(picture.length / 1024))} KB`);
}

/** A line as the recording shows it: without the folder of this run, and not wider than the window. */
function shown(text: string): string {
  const named = text.replace(/ --config-file \S+| --cwd \S+/g, '').replaceAll(os.tmpdir(), '…');
  return named.length <= COLUMNS ? named : `${named.slice(0, COLUMNS - 1)}…`;
}

/** An animated picture without a script: the lines move up in the rhythm of the run. */
function recording(lines: readonly Line[]): string {
  const total = lines.reduce((sum, { pause }) => sum + pause, 0) + LAST_PAUSE;
  let at = 0;
  const frames = lines.map(({ pause }, index) => {
    at += pause;
    // The newest line is the last row of the window; later lines are below its edge.
    return `${((at / total) * 100).toFixed(3)}%{transform:translateY(${String(offsetOf(index + 1))}px)}`;
  });
  const width = COLUMNS * 8 + 2 * MARGIN;
  const height = ROWS * LINE_HEIGHT + 2 * MARGIN;
  const text = lines.map(
    ({ text: line }, index) =>
      `<text class="${kindOf(line)}" y="${String((index + 1) * LINE_HEIGHT - 4)}">${escaped(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" role="img">
<title>npm run demo: a machine is created, changed, refreshed and deleted on the emulator</title>
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d4d4d4;white-space:pre}
.title{fill:#fff;font-weight:bold}.command{fill:#7dd3fc}.good{fill:#86efac}.notice{fill:#fde68a}
#lines{animation:scroll ${total.toFixed(1)}s step-end infinite}
@keyframes scroll{${frames.join('')}}
@media (prefers-reduced-motion:reduce){#lines{animation:none;transform:translateY(${String(offsetOf(lines.length))}px)}}
</style>
<rect width="100%" height="100%" rx="8" fill="#1e1e1e"/>
<svg x="${String(MARGIN)}" y="${String(MARGIN)}" width="${String(width - 2 * MARGIN)}" height="${String(ROWS * LINE_HEIGHT)}">
<g id="lines">
${text.join('\n')}
</g>
</svg>
</svg>
`;
}

/** How far the lines are moved when this many have come, in pixels. */
const offsetOf = (count: number): number => (ROWS - count) * LINE_HEIGHT;

function kindOf(line: string): string {
  if (line.startsWith('── ')) return 'title';
  if (line.startsWith('$ ')) return 'command';
  if (/ (created|updated|deleted) \(|^no /.test(line)) return 'good';
  return /Price of the stack|warning/.test(line) ? 'notice' : 'line';
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

main().catch((error: unknown) => {
  console.error(`Nothing was recorded. ${messageOf(error)}`);
  process.exitCode = 1;
});
