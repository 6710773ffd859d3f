import { readFile } from 'node:fs/promises';
import path from 'node:path';

const folder = path.resolve(__dirname, '..', '..', 'peer');

/** A file of `bench/peer`, to be put beside a program. */
export async function peerFile(name: 'empty.js' | 'naiveInstance.js'): Promise<Record<string, string>> {
  return { [name]: await readFile(path.join(folder, name), 'utf8') };
}
