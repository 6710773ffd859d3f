import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from '../../../../tools/src/pulumiCli/goBuild';
import { withHeartbeat } from '../../../../tools/src/pulumiCli/lock/heartbeat';
import { runInstaller } from '../../../../tools/src/pulumiCli/official/official';
import type { SourceContext } from '../../../../tools/src/pulumiCli/source';
import { executable, temporaryFolder } from '../support';

const folder = temporaryFolder();
const at = (...names: string[]): string => path.join(folder(), ...names);

let printed: string[] = [];
const context = (env: NodeJS.ProcessEnv = {}): SourceContext => ({
  staging: at('staging'),
  env: { PATH: `${at('bin')}:/usr/bin:/bin`, ...env },
  progress: (line) => printed.push(line),
  signal: new AbortController().signal,
});
beforeEach(async () => {
  printed = [];
  for (const name of ['staging', 'language-nodejs', 'pulumi-cli']) await mkdir(at(name));
});

describe('the build from Go modules', () => {
  /** A fake `go` that records its calls and creates the requested file. */
  const go = (extra = ''): Promise<string> =>
    executable(
      at('bin'),
      'go',
      `echo "$(basename "$PWD") CGO=$CGO_ENABLED WORK=$GOWORK FLAGS=$GOFLAGS: $*" >> ${at('calls')}
       ${extra}
       while [ $# -gt 0 ]; do [ "$1" = -o ] && echo built > "$2"; shift; done; exit 0`,
    );

  it('builds both modules as committed, and reports how long it takes', async () => {
    await go();
    await build(context({ GOFLAGS: '-mod=vendor' }), folder());
    await expect(readdir(at('staging', 'bin'))).resolves.toEqual(['pulumi', 'pulumi-language-nodejs']);
    const calls = (await readFile(at('calls'), 'utf8')).trim().split('\n').slice(1);
    expect(calls.map((call) => call.replace(/ -.*/, ''))).toEqual([
      'language-nodejs CGO=0 WORK=off FLAGS=: list',
      'language-nodejs CGO=0 WORK=off FLAGS=: build',
      'pulumi-cli CGO=0 WORK=off FLAGS=: list',
      'pulumi-cli CGO=0 WORK=off FLAGS=: build',
    ]);
    for (const call of calls) expect(call).toContain(' -mod=readonly ');
    expect(calls[3]).toMatch(
      /build -trimpath -buildvcs=false -mod=readonly -tags osusergo,grpcnotrace -ldflags -s -w -X \S+\.Version=v3\.259\.0 -o \S+ \S+\/cmd\/pulumi$/,
    );
    expect(printed[0]).toContain('about seven minutes');
    expect(printed).toContain('Compiling the Pulumi CLI.');
  });

  it('reports that Go is missing', async () => {
    await expect(build({ ...context(), env: { PATH: at('bin') } }, folder())).rejects.toThrow(
      /^Go cannot be used: go was not found$/,
    );
    expect(printed).toEqual([]);
  });

  it.each(['list', 'build'])('fails with the error output of `go %s`', async (command) => {
    await go(`[ "$1" = ${command} ] && { echo "dial tcp: lookup proxy: no such host" >&2; exit 1; }`);
    await expect(build(context(), folder())).rejects.toThrow(/^dial tcp: lookup proxy: no such host$/);
  });
});

describe('the official installation', () => {
  const install = async (script: string, idle = 60_000): Promise<void> => {
    await writeFile(at('installer.js'), script);
    await runInstaller(at('installer.js'), context(), idle);
  };

  it('installs the wanted version and leaves no temporary files', async () => {
    await install(`
      const [root, version] = process.argv.slice(2);
      const fs = require('node:fs');
      fs.writeFileSync(process.env.TMPDIR + '/archive', 'x');
      fs.mkdirSync(root + '/bin');
      fs.writeFileSync(root + '/bin/pulumi', version);
    `);
    await expect(readdir(at('staging'))).resolves.toEqual(['bin']);
    await expect(readFile(at('staging', 'bin', 'pulumi'), 'utf8')).resolves.toBe('3.259.0');
  });

  it('fails with the error output of the installer', async () => {
    await expect(
      install(`console.error('Failed to download: fetch failed'); process.exit(1)`),
    ).rejects.toThrow(/^Failed to download: fetch failed$/);
  });

  it('ends when the network sends nothing', async () => {
    await expect(install(`setInterval(() => {}, 1000)`, 300)).rejects.toThrow(
      /^it made no progress for 0\.3 seconds$/,
    );
  });

  it('lets a slow download finish as long as bytes arrive', async () => {
    await install(
      `
        const fs = require('node:fs');
        let chunks = 0;
        const timer = setInterval(() => {
          fs.appendFileSync(process.env.TMPDIR + '/archive', 'x');
          if (++chunks === 30) clearInterval(timer);
        }, 50);
      `,
      1000,
    );
    await expect(readdir(at('staging'))).resolves.toEqual([]);
  });
});

describe('withHeartbeat', () => {
  it('reports the work in progress, and its end', async () => {
    const work = (): Promise<string> =>
      new Promise((resolve) => {
        const timer = setInterval(() => {
          if (printed.length < 3) return;
          clearInterval(timer);
          resolve('result');
        }, 5);
      });
    await expect(withHeartbeat((line) => printed.push(line), 'compiling it', work, 10)).resolves.toBe(
      'result',
    );
    expect(printed.slice(0, 2)).toEqual(['Compiling it.', 'Still compiling it, for 0 s so far.']);
    expect(printed.at(-1)).toBe('Done compiling it, in 0 s.');
  });
});
