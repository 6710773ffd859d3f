/**
 * What every command of the Pulumi CLI gets here, so that it asks nothing of the internet. Without the second one, each
 * `up` first tries to download the plugin of every package in `node_modules`, also of packages that only a guide shows.
 */
export const OFFLINE = {
  PULUMI_SKIP_UPDATE_CHECK: 'true',
  PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
} as const;
