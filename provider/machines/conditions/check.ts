// What a preview finds wrong in `waitFor`.
import { readFile } from 'node:fs/promises';
import type { Problem } from '../../../core/validation/shape';
import { READ_FILE } from '../../../core/validation/shape';
import type { PlannedResource } from '../../checks/plan';
import { hasUnknown } from '../../schema/unknown';
import type { ConditionInputs, SshCondition, WaitCondition } from './schema';
import { agentHere, loadSsh } from './ssh';

const KINDS = ['port', 'http', 'ssh'] as const;

/** Checks that each condition is one of the three, and that an SSH condition has a key that can be used. */
export async function checkConditions(plan: PlannedResource<ConditionInputs>): Promise<Problem[]> {
  if (!plan.differs('waitFor')) return [];
  const problems = await Promise.all(
    plan.items('waitFor').map(async (item, index) => {
      const path = `waitFor[${String(index)}]`;
      const condition = item as WaitCondition;
      const given = KINDS.filter((kind) => condition[kind] !== undefined);
      if (given.length !== 1) {
        const has = given.length === 0 ? 'none of them' : given.join(' and ');
        return [
          {
            path,
            reason: `must have exactly one of port, http and ssh, and has ${has}: write a list entry for each`,
          },
        ];
      }
      return condition.ssh ? checkKey(condition.ssh, `${path}.ssh`) : [];
    }),
  );
  return problems.flat();
}

async function checkKey(ssh: SshCondition, path: string): Promise<Problem[]> {
  const { privateKey, privateKeyFile } = ssh;
  if (hasUnknown([privateKey, privateKeyFile])) return [];
  if (privateKey !== undefined && privateKeyFile !== undefined)
    return [{ path, reason: 'has both privateKey and privateKeyFile: leave one of them out' }];
  if (privateKey !== undefined) return checkText(privateKey, `${path}.privateKey`, READ_FILE);
  if (privateKeyFile !== undefined) return checkFile(privateKeyFile, `${path}.privateKeyFile`);
  if (agentHere().agent !== undefined) return [];
  return [
    {
      path,
      reason:
        'has no key, and no SSH agent runs here (SSH_AUTH_SOCK is not set): set privateKeyFile or privateKey, or start an ' +
        'agent with `eval $(ssh-agent)` and `ssh-add`',
    },
  ];
}

async function checkFile(file: string, path: string): Promise<Problem[]> {
  try {
    return checkText(await readFile(file, 'utf8'), path, 'Name the file of the private key');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'does not exist on this computer' : `cannot be read (${code ?? 'no code'})`;
    return [{ path, reason: `${JSON.stringify(file)} ${why}: name the file of the private key` }];
  }
}

/** No message repeats the text: it may be a secret. */
function checkText(text: string, path: string, remedy: string): Problem[] {
  if (/^(ssh-|ecdsa-|sk-)\S+ AAAA/.test(text.trim()))
    return [{ path, reason: 'is a public key: pass the private key, whose file has no .pub at its end' }];
  if (!text.includes('PRIVATE KEY')) return [{ path, reason: `is not a private key. ${remedy}` }];
  const parsed = loadSsh().utils.parseKey(text);
  if (!(parsed instanceof Error)) return [];
  const isLocked = /passphrase|encrypted/i.test(parsed.message);
  return [
    {
      path,
      reason: isLocked
        ? 'has a passphrase: add it to an SSH agent with `ssh-add` and leave the key out here, or use a key without one'
        : 'cannot be read as a private key: make one with `ssh-keygen -t ed25519`',
    },
  ];
}
