import { describeLife } from './support/lifecycle';

const script = (text: string) =>
  `new cc.StartupScript('setup', { name: 'setup', script: '#!/bin/sh\\n${text}\\n' });`;

describeLife({
  kind: 'StartupScript',
  program: script('echo one'),
  replaced: script('echo two'),
  vanish: async (cloud, id) => {
    await cloud.scripts.delete(id);
  },
});
