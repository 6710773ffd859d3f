// Tokens, keys, scripts, the audit log and private networks.
import type { Entry } from '../entry';
import { all, because, at } from '../entry';

const oldFamily = { by: because('deprecated: use /v1/ssh-keys') };
const inTheClient = because('the client renews its token by itself');

export const access: Readonly<Record<string, Entry>> = {
  createToken: {
    by: 'client()',
    request: {
      client_id: because('the config `cloudCompute:clientId`'),
      client_secret: because('the config `cloudCompute:clientSecret`'),
      ...all('grant_type refresh_token scope', inTheClient),
    },
  },
  listSshKeys: { by: 'SshKey, client().sshKeys.list' },
  createSshKey: { by: 'SshKey, client().sshKeys.create' },
  deleteSshKeys: {
    by: 'SshKey, client().sshKeys.deleteMany',
    request: { keys: at('SshKey', 'its id; deletes that arrive together are one request') },
  },
  listSshKeysDeprecated: oldFamily,
  createSshKeyDeprecated: oldFamily,
  deleteSshKeysDeprecated: oldFamily,
  getSshKeyDeprecated: oldFamily,
  deleteSshKeyDeprecated: oldFamily,

  listScripts: {
    by: 'StartupScript, client().scripts.list',
    request: {
      ...all('page pageSize', because('all pages are read')),
      orderBy: because('`created_at` is the only value'),
    },
  },
  createScript: { by: 'StartupScript, client().scripts.create' },
  deleteScripts: {
    by: 'StartupScript, client().scripts.deleteMany',
    request: { scripts: at('StartupScript', 'its id; deletes that arrive together are one request') },
  },

  listAuditEvents: {
    by: 'client().audit.list, client().audit.all',
    request: {
      page_size: at('getAuditLog(limit)', 'pages are read as needed'),
      cursor: at('client().audit.list', '`getAuditLog` follows it'),
    },
  },
  exportAuditEvents: { by: 'client().audit.export' },

  createPrivateNetwork: { by: 'client().privateNetworks.create', request: 'as-is' },
  createSubnet: { by: 'client().privateNetworks.subnets.create', request: 'as-is' },
  listAddressMappings: { by: 'AddressMapping, client().privateNetworks.addressMappings.list' },
  createAddressMapping: { by: 'AddressMapping, client().privateNetworks.addressMappings.create' },
  deleteAddressMapping: { by: 'AddressMapping, client().privateNetworks.addressMappings.delete' },
  listEndpointBindings: { by: 'EndpointBinding, client().privateNetworks.endpointBindings.list' },
  createEndpointBinding: { by: 'EndpointBinding, client().privateNetworks.endpointBindings.create' },
  deleteEndpointBinding: { by: 'EndpointBinding, client().privateNetworks.endpointBindings.delete' },
};
