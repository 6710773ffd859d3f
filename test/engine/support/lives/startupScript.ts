import type { Life } from '../lifecycle';

const programWith = (text: string) =>
  `new cc.StartupScript('setup', { name: 'setup', script: '#!/bin/sh\\n${text}\\n' });`;

export const startupScript: Life = {
  kind: 'StartupScript',
  name: 'setup',
  list: (cloud) => cloud.scripts.list(),
  program: programWith('echo one'),
  replaced: programWith('echo two'),
  vanish: async (cloud, id) => {
    await cloud.scripts.delete(id);
  },
};
