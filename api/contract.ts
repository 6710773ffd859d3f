// Generated from api/openapi.yaml by `npm run generate`; never edited.

/**
 * The most characters of each text, and the most elements of each list, in the request of an operation, by the path of
 * its field: `volumes.name` is the name of each of the `volumes`.
 */
export const requestLimits = {
  createVolume: { name: 255, tags: 10, 'tags.key': 63, 'tags.value': 127 },
  performVolumeAction: { name: 255 },
  createVolumeTag: { key: 63, value: 127 },
  deployInstance: {
    description: 1000,
    hostname: 255,
    coupon: 255,
    'os_volume.name': 255,
    tags: 10,
    'tags.key': 63,
    'tags.value': 127,
    'volumes.name': 255,
    'volumes.tags': 10,
    'volumes.tags.key': 63,
    'volumes.tags.value': 127,
  },
  createInstanceTag: { key: 63, value: 127 },
  deployCluster: {
    hostname: 255,
    description: 1000,
    'shared_volume.name': 255,
    tags: 10,
    'tags.key': 63,
    'tags.value': 127,
  },
  createClusterTag: { key: 63, value: 127 },
  createSshKey: { key: 16384, name: 255 },
  createSshKeyDeprecated: { key: 16384, name: 255 },
  createScript: { name: 255 },
  createInstanceGroup: { name: 255, description: 1000 },
  updateInstanceGroup: { name: 255, description: 1000 },
  createPrivateNetwork: { name: 255, mode: 255 },
  createSubnet: { name: 255 },
  createAddressMapping: { service: 255 },
  createEndpointBinding: { service: 255 },
} as const;

/** Actions of PUT requests that have the same effect when they are performed twice (`x-idempotent`). */
export const idempotentActions: ReadonlySet<unknown> = new Set([
  'attach',
  'detach',
  'delete',
  'rename',
  'resize',
  'restore',
  'cancel',
  'boot',
  'discontinue',
  'hibernate',
  'force_shutdown',
  'delete_stuck',
  'start',
  'shutdown',
  'configure_spot',
]);

/** The collections whose members have tags, as the client names them: `volumes` of `/v1/volumes`. */
export const taggedCollections = ['volumes', 'instances', 'clusters'] as const;

/** The fields of replies that are numbers. */
export const numericFields: ReadonlySet<string> = new Set([
  'amount',
  'base_hourly_cost',
  'burst_bandwidth',
  'continuous_bandwidth',
  'cps_per_gb',
  'cpu_cores',
  'current_period_price',
  'discount_percentage',
  'expires_in',
  'gpu_number',
  'gpu_vram_gb',
  'internal_network_speed',
  'monthly_price',
  'next_period_price',
  'number_of_cores',
  'number_of_gpus',
  'price_per_hour',
  'price_per_month_per_gb',
  'ram_gb',
  'size',
  'size_in_gigabytes',
  'statusCode',
  'throughput_gbps',
  'total_ip_count',
  'unit_value',
  'used_ip_count',
]);

/** The paths whose replies have a text in a field of such a name. */
export const pathsWithTexts: Readonly<Record<string, readonly string[]>> = {
  price_per_hour: ['/v1/instance-types', '/v1/cluster-types', '/v1/instances/types'],
};
