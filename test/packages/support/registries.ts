// A registry of npm and an index of Python packages, each in a process of its own. What they do not have, they take from
// the ones that npm and pip are configured with, except our packages.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pypiserver } from '../../../tools/src/cache/pythonPackages';
import { verdaccio } from '../../../tools/src/cache/verdaccio';
import { CommandError, run } from '../../../tools/src/pulumiCli/run';

export interface Registry {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const NPM_SERVER = `
const { runServer } = require(process.argv[1]);
runServer(JSON.parse(process.argv[2])).then((server) => {
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
});`;

const PYTHON_SERVER = `
import pathlib, sys
from wsgiref.simple_server import WSGIRequestHandler, make_server
import pypiserver

class Handler(WSGIRequestHandler):
    def log_message(self, *args):
        pass

# Without a configured index, the default of pypiserver is that of pip.
fallback = {"fallback_url": sys.argv[2]} if sys.argv[2] else {}
app = pypiserver.app(
    roots=[pathlib.Path(sys.argv[1])], authenticate=[], password_file=".", **fallback
)
server = make_server("127.0.0.1", 0, app, handler_class=Handler)
print(server.server_port, flush=True)
server.serve_forever()
`;

/** The registry of npm. @param folder where it keeps what is published. */
export async function npmRegistry(folder: string): Promise<Registry> {
  const uplink = (await run('npm', ['config', 'get', 'registry'])).trim();
  const access = { access: '$all', publish: '$authenticated' };
  const config = {
    configPath: path.join(folder, 'config.yaml'),
    storage: path.join(folder, 'packages'),
    auth: { htpasswd: { file: path.join(folder, 'users') } },
    uplinks: { npm: { url: uplink } },
    packages: {
      'pulumi-cloud-compute{,-*}': access,
      'cloud-compute-emulator': access,
      '**': { ...access, proxy: 'npm' },
    },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  };
  return start(process.execPath, ['-e', NPM_SERVER, await verdaccio(), JSON.stringify(config)], process.env);
}

/** The settings of a user who may publish to the registry. @returns the file. */
export async function npmUser(registry: Registry, folder: string): Promise<string> {
  const user = { name: 'release', password: 'on this machine only' };
  const reply = await fetch(`${registry.url}/-/user/org.couchdb.user:${user.name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { token } = (await reply.json()) as { readonly token: string };
  const file = path.join(folder, 'npmrc');
  await writeFile(file, `//${new URL(registry.url).host}/:_authToken=${token}\n`);
  return file;
}

/** The index of Python packages. @param folder where it keeps what is published. */
export async function pythonIndex(folder: string): Promise<Registry> {
  await mkdir(folder);
  const env = { ...process.env, PYTHONPATH: await pypiserver() };
  return start('python3', ['-c', PYTHON_SERVER, folder, await configuredIndex()], env);
}

/** The index that pip is configured with, or an empty text. */
async function configuredIndex(): Promise<string> {
  const { PIP_INDEX_URL } = process.env;
  if (PIP_INDEX_URL) return PIP_INDEX_URL;
  try {
    return (await run('python3', ['-m', 'pip', 'config', 'get', 'global.index-url'])).trim();
  } catch (error) {
    if (!(error instanceof CommandError && error.message.includes('No such key'))) throw error;
    return '';
  }
}

/** Starts a server that prints its port. */
async function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Registry> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.once('line', (line) => {
      if (/^\d+$/.test(line)) resolve(line);
      else reject(new Error(`${command} printed ${JSON.stringify(line)} instead of its port.`));
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${command} ended with exit code ${String(code)} before it listened.`));
    });
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
