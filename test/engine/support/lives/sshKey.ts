import type { Life } from '../lifecycle';

const ONE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me@laptop';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII8BS0tIwhSPCSKOT/dfp/s1BYhQzIZlmrwbT0/7z5YL other';

const programWith = (name: string, text: string) =>
  `new cc.SshKey('me', { name: '${name}', key: '${text}' });`;

export const sshKey: Life = {
  kind: 'SshKey',
  name: 'me',
  list: (cloud) => cloud.sshKeys.list(),
  program: programWith('me', ONE),
  replaced: programWith('me', OTHER),
  vanish: async (cloud, id) => {
    await cloud.sshKeys.delete(id);
  },
};
