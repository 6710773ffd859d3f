// Writes docs/changes.md: what a change of each input does, from the rules that the resources declare.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { messageOf } from './pulumiCli/run';

const root = path.resolve(__dirname, '..', '..');
const file = path.join(root, 'docs', 'changes.md');

interface Definition {
  readonly name: string;
  readonly schema?: { readonly name: string; readonly isInternal?: boolean };
  readonly changes: Readonly<Record<string, Rule>>;
}

interface Rule {
  readonly effect: keyof typeof EFFECTS;
  readonly optional?: boolean;
  readonly note?: string;
}

const EFFECTS = {
  update: 'in place',
  replace: '**replaced**',
  nextMachine: 'stored for the next one',
  setting: 'stored: it steers the provider',
  fixed: 'stored: it only matters at creation',
};

const INTRODUCTION = `# What a change does

Generated from the rules that the resources declare, by \`npm run docs:changes\`.

- **in place**: the resource goes on; nothing is lost.
- **replaced**: only a new one can have it. A machine is deleted first where the old and the new one cannot live side by
  side, because a volume can be attached to one of them only.
- **stored for the next one**: the cloud cannot change it on a machine that exists, and losing a training run because a
  key was renamed is worse than an old key. Preview says so; \`replaceOn: ["sshKeyIds"]\` asks for the replacement.
- **stored: it only matters at creation**: what exists stays as it is, and preview says so.
- **stored: it steers the provider**: the next thing that the provider does goes by it.
- *left out: not managed*: a program that does not name it leaves it to others.
`;

async function main(): Promise<void> {
  // Compiled code of another project: it is there after \`npm run build\`.
  const resources = (await import(path.join(root, 'dist', 'provider', 'resources', 'index.js'))) as Record<
    string,
    Definition
  >;
  // A module of the other kind brings names of its own along.
  const sections = [...new Set(Object.values(resources))]
    .filter(
      ({ schema, changes = {} }: Partial<Definition>) =>
        !schema?.isInternal && Object.keys(changes).length > 0,
    )
    .map(section);
  const text = await format([INTRODUCTION, ...sections].join('\n'), {
    ...(await resolveConfig(file)),
    parser: 'markdown',
  });
  if (!process.argv.includes('--check')) return writeFile(file, text);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return undefined;
  throw new Error('docs/changes.md is not what the resources declare: run `npm run docs:changes`.');
}

function section({ name, schema, changes }: Definition): string {
  const rows = Object.entries(changes).map(([property, { effect, note, optional }]) => {
    const notes = [...(note === undefined ? [] : [note]), ...(optional ? ['_left out: not managed_'] : [])];
    return `| \`${property}\` | ${[EFFECTS[effect], ...notes].join('; ')} |`;
  });
  return [`## ${schema?.name ?? name}`, '', '| Input | On change |', '| --- | --- |', ...rows, ''].join('\n');
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
