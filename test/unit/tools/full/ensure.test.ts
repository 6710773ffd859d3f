import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheKey } from '../../../../tools/src/pulumiCli/cache';
import { ensurePulumi, PulumiUnavailableError } from '../../../../tools/src/pulumiCli/ensure';
import { CommandError } from '../../../../tools/src/pulumiCli/run';
import type { Source } from '../../../../tools/src/pulumiCli/source';
import { eventually, executable, fakeInstallation, temporaryFolder } from '../support';

const folder = temporaryFolder();
const cache = (): string => path.join(folder(), 'cache');
const cachedBin = (): string => path.join(cache(), cacheKey(), 'bin');

let printed: string[] = [];
let asked: string[] = [];
beforeEach(() => {
  printed = [];
  asked = [];
});

function source(name: string, install: Source['install']): Source {
  return {
    name,
    install: async (context) => {
      asked.push(name);
      await install(context);
    },
  };
}
const works = (name: string): Source =>
  source(name, ({ staging }) => fakeInstallation(path.join(staging, 'bin')));
const fails = (name: string, reason: string): Source =>
  source(name, () => Promise.reject(new CommandError(reason)));

const ensure = (
  sources: Source[],
  pathFolder = path.join(folder(), 'nothing'),
  cacheAt = cache(),
): Promise<string> =>
  ensurePulumi({
    env: { PATH: pathFolder, CLOUD_COMPUTE_TOOLS_CACHE: cacheAt },
    progress: (line) => printed.push(line),
    sources,
    lock: { pollEvery: 5 },
  });

describe('ensurePulumi', () => {
  it('uses the CLI on PATH before the cache', async () => {
    const bin = path.join(folder(), 'bin');
    await fakeInstallation(bin);
    await fakeInstallation(cachedBin());
    await expect(ensure([works('first')], bin)).resolves.toBe(bin);
    expect(asked).toEqual([]);
  });

  it('reports why the CLI on PATH cannot be used, and uses another', async () => {
    const bin = path.join(folder(), 'bin');
    await fakeInstallation(bin, '3.1.0');
    await fakeInstallation(cachedBin());
    await expect(ensure([works('first')], bin)).resolves.toBe(cachedBin());
    expect(printed).toEqual([expect.stringContaining(`${bin}/pulumi is not used: it is v3.1.0`)]);
  });

  it('uses the cache before any source, without output and without running a command', async () => {
    await fakeInstallation(cachedBin());
    await executable(cachedBin(), 'pulumi', `touch ${folder()}/ran`);
    await expect(ensure([works('first')])).resolves.toBe(cachedBin());
    expect({ asked, printed }).toEqual({ asked: [], printed: [] });
    await expect(readdir(folder())).resolves.toEqual(['cache']);
  });

  it('tries the sources in their order until one works, and later uses the cache', async () => {
    const sources = [fails('the first', 'no network'), works('the second'), works('the third')];
    await expect(ensure(sources)).resolves.toBe(cachedBin());
    await expect(ensure(sources)).resolves.toBe(cachedBin());
    expect(asked).toEqual(['the first', 'the second']);
    expect(printed).toEqual(['The first failed (no network).', `The Pulumi CLI is ready in ${cachedBin()}.`]);
    await expect(readdir(cache())).resolves.toEqual([cacheKey()]);
  });

  it('adds the script of the dynamic provider from the SDK if the source has none', async () => {
    const lean = source('lean', async ({ staging }) => {
      await fakeInstallation(path.join(staging, 'bin'));
      await rm(path.join(staging, 'bin', 'pulumi-resource-pulumi-nodejs'));
    });
    await ensure([lean]);
    await expect(readdir(cachedBin())).resolves.toContain('pulumi-resource-pulumi-nodejs');
  });

  it('repairs a damaged cache', async () => {
    await fakeInstallation(cachedBin());
    await rm(path.join(cachedBin(), 'pulumi-language-nodejs'));
    await ensure([works('first')]);
    expect(asked).toEqual(['first']);
  });

  it.each([
    [
      'brings too little',
      async (bin: string) => {
        await executable(bin, 'pulumi', 'echo v3.259.0');
      },
      /^broken failed \(it did not bring all of pulumi, pulumi-language-nodejs, pulumi-resource-pulumi-nodejs\)$/,
    ],
    [
      'brings another version',
      (bin: string) => fakeInstallation(bin, '3.258.0'),
      /^broken failed \(it brought version v3\.258\.0 instead of 3\.259\.0\)$/,
    ],
    [
      'brings a binary that does not start',
      async (bin: string) => {
        await fakeInstallation(bin);
        await executable(bin, 'pulumi', 'echo "wrong machine" >&2; exit 126');
      },
      /^broken failed \(wrong machine\)$/,
    ],
  ])('does not publish a source that %s', async (_what, install, reason) => {
    const broken = source('broken', ({ staging }) => install(path.join(staging, 'bin')));
    const error: unknown = await ensure([broken]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PulumiUnavailableError);
    expect(/made available: (.*?); install/.exec((error as Error).message)?.[1]).toMatch(reason);
    await expect(readdir(cache())).resolves.toEqual([]);
  });

  it('fails with one sentence that names every failure and the remedies', async () => {
    const sources = [
      fails('the official installation', 'it made no progress for 15 seconds'),
      fails('the build from Go modules', 'Go cannot be used: go was not found'),
    ];
    await expect(ensure(sources)).rejects.toThrow(
      /^The Pulumi CLI is not on PATH and could not be made available: the official installation failed \(it made no progress for 15 seconds\), and the build from Go modules failed \(Go cannot be used: go was not found\); install Pulumi 3\.\d+\.\d+ or newer \(https:\/\/www\.pulumi\.com\/docs\/install\/\), or install Go 1\.25\.11 or newer and let it reach its module proxy, then run this again\.$/,
    );
    await expect(readdir(cache())).resolves.toEqual([]);
  });

  it('fails with a remedy when the cache cannot be written', async () => {
    const file = path.join(folder(), 'file');
    await writeFile(file, '');
    await expect(ensure([works('first')], undefined, path.join(file, 'cache'))).rejects.toThrow(
      `The cache folder ${file}/cache cannot be written (ENOTDIR): ` +
        'set CLOUD_COMPUTE_TOOLS_CACHE to a folder that can.',
    );
    expect(asked).toEqual([]);
  });

  it('builds once when it is called twice at the same time', async () => {
    const slow = source('slow', async ({ staging }) => {
      await eventually(() => printed.length > 0);
      await fakeInstallation(path.join(staging, 'bin'));
    });
    await expect(Promise.all([ensure([slow]), ensure([slow])])).resolves.toEqual([cachedBin(), cachedBin()]);
    expect(asked).toEqual(['slow']);
    expect(printed).toEqual([
      `Another process (${process.pid}) is making the Pulumi CLI available; waiting for it, for 0 s so far.`,
      `The Pulumi CLI is ready in ${cachedBin()}.`,
    ]);
  });
});
