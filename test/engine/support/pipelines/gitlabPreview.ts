import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gitlabCiLocal } from '../../../../tools/src/cache/gitlabCiLocal';

const execute = promisify(execFile);

/**
 * A pipeline file of GitLab with its `extends` resolved.
 *
 * @throws Error that names the differences from the schema of GitLab.
 */
export async function gitlabPreview(file: string): Promise<string> {
  const tool = await gitlabCiLocal();
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-gitlab-'));
  try {
    await copyFile(file, path.join(cwd, '.gitlab-ci.yml'));
    // The tool reads the project from the last commit and from the remote.
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    for (const args of [
      ['init', '--quiet', '--initial-branch', 'main'],
      ['remote', 'add', 'origin', 'git@gitlab.example.com:acme/machines.git'],
      [...author, 'commit', '--quiet', '--allow-empty', '--message', 'A commit'],
    ])
      await execute('git', args, { cwd });
    return (await execute(tool, ['--preview'], { cwd })).stdout;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
