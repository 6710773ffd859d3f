import { oneOf, text } from './support/argumentTypes';
import { byIdOrName, idOrName } from './support/byIdOrName';
import { dataSource } from './support/describe';

const SCRIPTS_ARE_SECRET = 'scripts often hold tokens';

export const getSshKeys = dataSource({
  doc: 'The SSH keys of the project.',
  operations: ['listSshKeys'],
  args: {},
  result: { list: 'SshKey' },
  ask: (api) => api.sshKeys.list(),
});

export const getSshKey = dataSource({
  doc: 'One SSH key. An unknown id or name is an error, and so is a name that several keys have.',
  operations: ['getSshKey', 'listSshKeys'],
  args: idOrName,
  result: { object: 'SshKey' },
  ask: (api, args) =>
    byIdOrName(
      'SSH key',
      args,
      (id) => api.sshKeys.get(id),
      () => api.sshKeys.list(),
    ),
});

export const getStartupScripts = dataSource({
  doc: 'All startup scripts of the project.',
  operations: ['listScripts'],
  args: {
    name: { type: text, doc: 'Only scripts with this in their name.', default: 'all' },
    orderDirection: {
      type: oneOf('asc', 'desc'),
      doc: '`asc` for the oldest first, `desc` for the newest first.',
      default: '`desc`',
    },
  },
  result: { list: 'StartupScript' },
  secret: SCRIPTS_ARE_SECRET,
  ask: async (api, { name, orderDirection = 'desc' }) => {
    // The client reads the pages oldest first, so that none is lost when a script is added meanwhile.
    const scripts = await api.scripts.list({ name });
    return orderDirection === 'asc' ? scripts : [...scripts].reverse();
  },
});

export const getStartupScript = dataSource({
  doc: 'One startup script. An unknown id or name is an error, and so is a name that several scripts have.',
  operations: ['getScript', 'listScripts'],
  args: idOrName,
  result: { object: 'StartupScript' },
  secret: SCRIPTS_ARE_SECRET,
  ask: (api, args) =>
    byIdOrName(
      'startup script',
      args,
      (id) => api.scripts.get(id),
      () => api.scripts.list({ name: args.name }),
    ),
});
