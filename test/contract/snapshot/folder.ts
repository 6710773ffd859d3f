import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessToken } from '#contract';
import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { Caller } from '../support/caller';

export interface Folder {
  readonly path: string;
  /** The snapshot in the folder. */
  readonly file: string;
  /** Starts an emulator with this snapshot. */
  start(options?: EmulatorOptions): Promise<Emulator>;
  /** Starts an emulator with a copy of the files, as after a kill of the running emulator. */
  startFromCopy(options?: EmulatorOptions): Promise<Emulator>;
}

/** A folder of its own for each test. Its emulators are closed after the test. */
export function useFolder(): Folder {
  let path: string;
  const running: Emulator[] = [];
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'cloud-compute-emulator-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((emulator) => emulator.close()));
    rmSync(path, { recursive: true });
  });
  const start = async (options: EmulatorOptions): Promise<Emulator> => {
    const emulator = await startEmulator(options);
    running.push(emulator);
    return emulator;
  };
  const fileIn = (folder: string): string => join(folder, 'cloud.json');
  return {
    get path() {
      return path;
    },
    get file() {
      return fileIn(path);
    },
    start: (options) => start({ snapshot: fileIn(path), ...options }),
    startFromCopy(options) {
      const copy = mkdtempSync(join(path, 'copy-'));
      for (const suffix of ['', '.log']) cpSync(fileIn(path) + suffix, fileIn(copy) + suffix);
      return start({ snapshot: fileIn(copy), ...options });
    },
  };
}

export async function signIn({ url }: Emulator, id = 'emulator', secret = id): Promise<Caller> {
  const credentials = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const { body } = await new Caller(url).post<AccessToken>('/v1/oauth2/token', credentials);
  return new Caller(url, body.access_token);
}
