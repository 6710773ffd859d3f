// The message of `pulumi import` for a resource of this package, which the docs quote.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EngineProcess } from '../../../../tools/src/chaos/stack/engineProcess';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';

jest.setTimeout(120_000);

const ERROR = "Cannot read properties of undefined (reading 'toJavaScript')";

test('`pulumi import` fails in the engine, and the docs quote its message and name adoptId', async () => {
  const folder = await ProgramFolder.create({ program: '', project: 'test' });
  try {
    const env = await folder.environment({});
    const pulumi = (...args: string[]) => new EngineProcess(args, folder.path, env).ended;
    await pulumi('stack', 'init', 'dev');
    const type = 'pulumi-nodejs:dynamic/cloud-compute:Volume';
    const { code, output } = await pulumi('import', type, 'data', 'an-id', '--yes', '--stack', 'dev');
    expect(code).not.toBe(0);
    expect(output).toContain(ERROR);
  } finally {
    await folder.dispose();
  }
  const docs = readFileSync(path.join(__dirname, '../../../../docs/troubleshooting.md'), 'utf8');
  const advice = docs.split('\n').find((line) => line.includes(ERROR));
  expect(advice).toContain('`pulumi import`');
  expect(advice).toContain('`adoptId`');
});
