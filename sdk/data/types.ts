// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.

/** A block of addresses of one private network, mapped to a block of another one. */
export interface AddressMapping {
  /** Its id, with the prefix `am_`. */
  id: string;
  /** The service that the mapping is for. */
  service: string;
  /** The code of a location. */
  location: string;
  /** The id of the network that it belongs to. */
  sourcePrivateNetworkId: string;
  /** A block of addresses of that network. */
  sourceCidr: string;
  /** The id of the other network. */
  targetPrivateNetworkId: string;
  /** The block of addresses of the other network. */
  targetCidr: string;
  /** When it was created, ISO 8601. */
  createdAt: string;
}

/** An instance as its volume shows it. */
export interface AttachedInstance {
  /** The id of the instance. */
  id: string;
  /** Whether its long-term contract is renewed when it ends. Null without such a contract. */
  autoRentalExtension: boolean | null;
  /** The public address. Null without one. */
  ip: string | null;
  /** The type, e.g. `1H100.80S.30V`. */
  instanceType: string;
  /** The status. */
  status: InstanceStatus;
  /** The id of its OS volume. Null while there is none yet. */
  osVolumeId: string | null;
  /** The host name. */
  hostname: string;
  /** The size of the machine. */
  instanceTemplate: {
    /** The type, e.g. `1H100.80S.30V`. */
    instanceType: string;
    /** The number of CPU cores. */
    cpuCores: number;
    /** The number of GPUs. */
    gpuNumber: number;
    /** The memory of the GPUs in GB. */
    gpuVramGb: number;
    /** The main memory in GB. */
    ramGb: number;
  };
  /** The model of the machine. */
  instanceModel: {
    /** The code of the model. */
    code: string;
    /** The manufacturer. */
    manufacturer: string;
    /** The category. */
    category: string;
    /** The code of the cluster's model. Null outside of a cluster. */
    clusterModelCode: string | null;
  };
}

/** An action in the audit log. Clients tolerate other values in responses. */
export type AuditAction =
  | 'attach'
  | 'detach'
  | 'delete'
  | 'rename'
  | 'resize'
  | 'restore'
  | 'cancel'
  | 'clone'
  | 'create'
  | 'transfer'
  | 'start'
  | 'shutdown'
  | 'configure_spot'
  | 'trash'
  | 'provisioning'
  | 'running'
  | 'other'
  | 'start_complete'
  | 'shutdown_complete'
  | 'delete_complete'
  | 'attach_complete'
  | 'detach_complete'
  | 'trash_complete'
  | 'authenticate'
  | 'expire'
  | 'accept'
  | 'update_role'
  | 'revoke'
  | 'login'
  | 'logout'
  | 'login_failed'
  | 'auth_mfa_enable'
  | 'auth_mfa_disable'
  | 'auth_mfa_challenge'
  | 'auth_mfa_verify'
  | 'password_reset'
  | 'complete'
  | 'redeem';

/** The envelope is CloudEvents 1.0, as JSON. */
export interface AuditEvent {
  /** The version of CloudEvents: `1.0`. */
  specversion: '1.0';
  /** The id of the event, with the prefix `log_`. */
  id: string;
  /** The project: `{base_url}/project/<project_id>`. */
  source: string;
  /** The id of the object that was acted on. */
  subject: string;
  /** The type of the event: `com.<vendor>.api.cloud.<object_type>.<action>.v1`. */
  type: string;
  /** When it happened: UTC, with milliseconds. */
  time: string;
  /** Details of the action. */
  data: AuditEventData;
}

/**
 * These fields are known for the deletion of a machine; the content for other types is not in the
 * spec. Events of internal causes carry a `discontinueReason` and no actor.
 */
export type AuditEventData = {
  /** How the machine was billed. */
  contract?: string | null;
  /** The host name. */
  hostname?: string | null;
  /** The type of the machine. */
  instanceType?: string | null;
  /** The code of the location. */
  locationCode?: string | null;
  /** Why the service deleted the machine. Null when a user did. */
  discontinueReason?: string | null;
  /** The address that the request came from. */
  requestIp?: string | null;
  /** Where the request was made, e.g. in the console. */
  requestOrigin?: string | null;
  /** The id of the user who did it. Null when the service did it. */
  actorId?: string | null;
  /** The machine. Null when it is not about a machine. */
  compute?: {
    /** The id of the machine. */
    id: string;
    /** The host name. */
    hostname: string;
    /** The type of the machine. */
    instanceType: string;
    /** The public address. Null without one. */
    ip: string | null;
    /** The id of its OS volume. Null without one. */
    osVolumeId: string | null;
    /** The code of the location. */
    locationCode: string;
    /** Whether it is a cluster. */
    isCluster: boolean;
  } | null;
} & {
  [key: string]: unknown;
};

/** An export of the audit log. Anybody who has its address can download it until it expires. */
export interface AuditExport {
  /** The address of the file, which needs no credentials. */
  url: string;
  /** When the address expires: 15 minutes after the export. */
  expiresAt: string;
}

/**
 * Automatic top-up charges are `auto_top_up`, no longer `topup`: `create`, `complete` and `cancel` for
 * a charge that is created, completed or failed. Clients tolerate other values in responses.
 */
export type AuditObjectType =
  | 'compute'
  | 'volume'
  | 'ssh_key'
  | 'invite'
  | 'user'
  | 'member'
  | 'cloud_api_credential'
  | 'object_storage_bucket'
  | 'object_storage_key_pair'
  | 'custom_image'
  | 'startup_script'
  | 'topup'
  | 'coupon'
  | 'bank_transfer'
  | 'bank_transfer_account'
  | 'balance'
  | 'other'
  | 'auto_top_up';

/** The types that can be deployed in one location. */
export interface Availability {
  /** The code of the location. */
  locationCode: string;
  /** The instance types, or cluster types, that can be deployed there. */
  availabilities: string[];
}

/** The balance of a project. */
export interface Balance {
  /** The remaining amount. */
  amount: number;
  /** The currency of the amount, in which the account is billed. */
  currency: Currency;
}

/** A cluster. */
export interface Cluster {
  /** The id of the cluster. */
  id: string;
  /** The public address. Null while there is none yet. */
  ip: string | null;
  /** The status. */
  status: ClusterStatus;
  /** When it was created, ISO 8601. */
  createdAt: string;
  /** The CPU. */
  cpu: Cpu;
  /** The GPUs. */
  gpu: Gpu;
  /** The memory of all GPUs together. */
  gpuMemory: Memory;
  /** The main memory. */
  memory: Memory;
  /** The host name. */
  hostname: string;
  /** The description. */
  description: string;
  /** The code of a location. */
  location: string;
  /** The price per hour, in the currency of the account. */
  pricePerHour: number;
  /** The type, e.g. `16H100`. */
  clusterType: string;
  /** The image it was deployed from. */
  image: string;
  /** The name of the operating system. */
  osName: string;
  /** The ids of its SSH keys. */
  sshKeyIds: string[];
  /** How it is billed. */
  contract: Contract;
  /** The id of its startup script. Null without a script. */
  startupScriptId: string | null;
  /** Whether a long-term contract is renewed when it ends. Null without such a contract. */
  autoRentExtension: boolean | null;
  /** Whether a long-term contract continues as pay as you go when it ends. Null without such a contract. */
  turnToPayAsYouGo: boolean | null;
  /** What happens when a long-term contract ends. Null without such a contract. */
  extensionSettings: ExtensionSettings | null;
  /** The code of its long-term period. Null without a long-term contract. */
  longTermPeriod: string | null;
  /** The nodes that do the work. */
  workerNodes: ClusterNode[];
  /** The node through which the others are reached. Clients tolerate its absence. */
  jumpHost?: ClusterNode | null;
  /** The CPU service nodes. Clients tolerate their absence. */
  serviceNodes?: ClusterNode[];
  /** The volumes that its nodes share. */
  sharedVolumes: ClusterSharedVolume[];
  /** The tags. */
  tags: Tag[];
}

/** A node of a cluster. */
export interface ClusterNode {
  /** The id of the node. */
  id: string;
  /** The host name. */
  hostname: string;
  /** The public address. Null without one. */
  publicIp: string | null;
  /** The private address. Null without one. */
  privateIp: string | null;
  /** The status. */
  status: ClusterStatus;
}

/** A volume that the nodes of a cluster share. */
export interface ClusterSharedVolume {
  /** The id of the volume. */
  id: string;
  /** The name. */
  name: string;
  /** Where the nodes mount it. Null while it is not mounted. */
  mountPoint: string | null;
  /** The size in GB. */
  sizeInGigabytes: number;
}

/**
 * The status of a cluster or of a node: those of instances. Clients tolerate other values in
 * responses.
 */
export type ClusterStatus =
  | 'running'
  | 'provisioning'
  | 'offline'
  | 'discontinued'
  | 'unknown'
  | 'ordered'
  | 'notfound'
  | 'new'
  | 'error'
  | 'deleting'
  | 'validating'
  | 'no_capacity'
  | 'installation_failed';

/** A type of cluster. Its price is a string. */
export interface ClusterType {
  /** The id of the type; requests take `clusterType` instead. */
  id: string;
  /** The model of the GPU. */
  model: string;
  /** The display name. */
  name: string;
  /** The name of the type, for the field `clusterType` of a cluster. */
  clusterType: string;
  /** The CPU. */
  cpu: Cpu;
  /** The GPUs. */
  gpu: Gpu;
  /** The memory of all GPUs together. */
  gpuMemory: Memory;
  /** The main memory. */
  memory: Memory;
  /** The price per hour. */
  pricePerHour: string;
  /** The currency of the price. */
  currency: Currency;
  /** The manufacturer of the model. */
  manufacturer: string;
  /** Descriptions of the nodes. */
  nodeDetails: string[];
  /** The `imageType` of each image that the type supports. */
  supportedOs: string[];
}

/** A type of container with its prices, which are strings. */
export interface ContainerType {
  /** The id of the type. */
  id: string;
  /** The model of the GPU, or of the CPU without a GPU. */
  model: string;
  /** The display name. */
  name: string;
  /** The type of instance that it corresponds to. */
  instanceType: string;
  /** The CPU. */
  cpu: Cpu;
  /** The GPUs. */
  gpu: Gpu;
  /** The memory of all GPUs together. */
  gpuMemory: Memory;
  /** The main memory. */
  memory: Memory;
  /** The price per hour of a container. */
  serverlessPrice: string;
  /** The price per hour of a spot container. */
  serverlessSpotPrice: string;
  /** The currency of the prices. */
  currency: Currency;
  /** The manufacturer of the model. */
  manufacturer: string;
}

/** How a machine is billed. Clients tolerate other values in responses. */
export type Contract = 'LONG_TERM' | 'PAY_AS_YOU_GO' | 'SPOT';

/** The CPU of a machine. */
export interface Cpu {
  /** A description of the CPU. */
  description: string;
  /** The number of cores. */
  numberOfCores: number;
  /** The model of the CPU. */
  model: string;
}

/** A currency of prices. */
export type Currency = 'usd' | 'eur';

/** A volume in the trash, or a volume that is removed permanently. */
export interface DeletedVolume {
  /** The price per hour. */
  baseHourlyCost: number;
  /** How it was billed. */
  contract: string;
  /** When it was created, ISO 8601. */
  createdAt: string;
  /** The currency of the prices. */
  currency: Currency;
  /** When it was deleted, ISO 8601. */
  deletedAt: string;
  /** The id of the volume. */
  id: string;
  /** Null: the volume is not attached. */
  instanceId: string | null;
  /** The instances that it is attached to: none. */
  instances: AttachedInstance[];
  /** Whether an instance booted from it. */
  isOsVolume: boolean;
  /** Whether it is deleted permanently; otherwise it can be restored from the trash. */
  isPermanentlyDeleted: boolean;
  /** The code of a location. */
  location: string;
  /** The price per month. */
  monthlyPrice: number;
  /** The name. */
  name: string;
  /** The size in GB. */
  size: number;
  /** The linked keys when it was an OS volume. */
  sshKeyIds: string[];
  /** The status. */
  status: VolumeStatus;
  /** The tags. */
  tags: Tag[];
  /** Null: the volume is not attached. */
  target: string | null;
  /** The type of the storage. */
  type: VolumeTypeName;
}

/** A service of an instance or a cluster, at an address of a private network. */
export interface EndpointBinding {
  /** Its id, with the prefix `epb_`. */
  id: string;
  /** The id of the endpoint, with the prefix `ep_`. */
  endpointId: string;
  /** The service that is made available. */
  service: string;
  /** The id of the network that it belongs to. */
  sourcePrivateNetworkId: string;
  /** The address of that network at which the service is available. */
  endpointIp: string;
  /** The kind of the target, e.g. `instance`. */
  targetKind: string;
  /** The id of the instance or cluster that runs the service. */
  targetWorkloadId: string;
  /** The id of the private network of the target. */
  targetPrivateNetworkId: string;
  /** The address of the target in its private network. */
  targetOverlayIp: string;
  /** The code of a location. */
  location: string;
  /** When it was created, ISO 8601. */
  createdAt: string;
}

/** What happens when a long-term contract ends. */
export type ExtensionSettings = 'auto_renew' | 'pay_as_you_go' | 'end_contract';

/** The GPUs of a machine. */
export interface Gpu {
  /** A description of the GPUs. */
  description: string;
  /** The number of GPUs; 0 without a GPU. */
  numberOfGpus: number;
}

/** An operating-system image. */
export interface Image {
  /** The id of the image. */
  id: string;
  /** The name of the image, for the field `image` of an instance. */
  imageType: string;
  /** The display name. */
  name: string;
  /** Whether it is a default image. */
  isDefault: boolean;
  /** Whether it is an image for clusters. */
  isCluster: boolean;
  /** The category. Values include those of the examples. */
  category: string;
  /** The contents of the image, e.g. versions of drivers. */
  details: string[];
}

/** The other fields of a model are not in the spec. */
export interface InferenceModel {
  /** The code of the model. */
  code: string;
  /** The value of `model` in an inference request; usually the same as `code`. */
  endpointModel: string;
  /** The supported tiers. */
  serviceTiers: string[];
  /** The prices of each tier. A tier without prices of its own is left out. */
  serviceTierPricing: {
    /** The tier. */
    serviceTier: string;
    /** The prices of the tier. */
    pricing: InferencePricing;
  }[];
  /** The prices. */
  pricing: InferencePricing;
}

/** Prices, in the currency in which the account is billed. */
export interface InferencePricing {
  /** The price of input tokens. */
  input: string;
  /** The price of output tokens. */
  output: string;
  /** The price of input tokens that are read from the cache. */
  cacheRead: string;
  /** The price of input tokens that are written to the cache. */
  cacheWrite: string;
  /** The price of an image. */
  image: string;
  /** The price of a request. */
  request: string;
}

/** An instance. */
export interface Instance {
  /** The id of the instance. */
  id: string;
  /** The host name. */
  hostname: string;
  /** The description. */
  description: string;
  /** The status. */
  status: InstanceStatus;
  /** When it was created, ISO 8601. */
  createdAt: string;
  /** The id of the user who created it. */
  createdByUserId?: string;
  /** The public address. Null while it cannot be reached from the internet. */
  ip: string | null;
  /** The private address. Null when it is on no private network. */
  privateIp: string | null;
  /** The CPU. */
  cpu: Cpu;
  /** The GPUs. */
  gpu: Gpu;
  /** The memory of all GPUs together. */
  gpuMemory: Memory;
  /** The main memory. */
  memory: Memory;
  /** The storage. */
  storage: Storage;
  /** The code of a location. */
  location: string;
  /** The price per hour, in the currency of the account. */
  pricePerHour: number;
  /** Whether it is a spot instance, which may be evicted. */
  isSpot: boolean;
  /** The type, e.g. `1H100.80S.30V`. */
  instanceType: string;
  /** The image it was deployed from, or the id of the OS volume it was deployed with. */
  image: string;
  /** The name of the operating system. */
  osName: string;
  /** The id of its startup script. Null without a script. */
  startupScriptId: string | null;
  /** The ids of its SSH keys. */
  sshKeyIds: string[];
  /** The id of the volume that it boots from. Null while there is none yet. */
  osVolumeId: string | null;
  /** The ids of the attached volumes. */
  volumeIds: string[];
  /** The token of its Jupyter server, a secret. */
  jupyterToken: string;
  /** How it is billed. */
  contract: Contract;
  /** How its price is determined. */
  pricing: 'DYNAMIC_PRICE' | 'FIXED_PRICE';
  /** The tags. */
  tags: Tag[];
}

/** An instance group with its members. */
export interface InstanceGroup {
  /** The id of the group. */
  id: string;
  /** The id of the project. */
  projectId: string;
  /** The name. Unique among the live groups of the project; free again after deletion. */
  name: string;
  /** The description. Null without one. */
  description: string | null;
  /** The code of the location. Cannot be changed. */
  locationCode: string;
  /** The type of the members. Cannot be changed. */
  instanceType: string;
  /** The settings that new members inherit. */
  template: InstanceGroupTemplate;
  /** When it was created, ISO 8601. */
  createdAt: string;
  /** When it was last changed, ISO 8601. */
  updatedAt: string;
  /** When it was deleted, ISO 8601. Null for a live group. */
  deletedAt: string | null;
  /** The members. */
  instances: {
    /** The id of the instance. */
    id: string;
    /** The host name. */
    hostname: string;
    /** The status. */
    status: InstanceStatus;
  }[];
  /** The number of instances. */
  size: number;
}

/** The settings that new members of an instance group inherit. */
export interface InstanceGroupTemplate {
  /** The image of new members. Cannot be changed. */
  image: string;
  /** The OS volume of new members. Cannot be changed. */
  osVolume: {
    /** The size in GB. */
    size: number;
  };
  /** The ids of the SSH keys of new members. */
  sshKeyIds: string[];
  /** The id of the startup script of new members. Null without a script. */
  startupScriptId: string | null;
}

/** The status of an instance. Clients tolerate other values in responses. */
export type InstanceStatus =
  | 'running'
  | 'provisioning'
  | 'offline'
  | 'discontinued'
  | 'unknown'
  | 'ordered'
  | 'notfound'
  | 'new'
  | 'error'
  | 'deleting'
  | 'validating'
  | 'no_capacity'
  | 'installation_failed';

/** A type of instance. Prices are strings. */
export interface InstanceType {
  /** The id of the type; requests take `instanceType` instead. */
  id: string;
  /** The name of the type, for the field `instanceType` of an instance. */
  instanceType: string;
  /** The display name. */
  name: string;
  /** The name as the console shows it. */
  displayName: string;
  /** A description of the type. */
  description: string;
  /** The model of the GPU, or of the CPU without a GPU. */
  model: string;
  /** The manufacturer of the model. */
  manufacturer: string;
  /** The kinds of work that the type suits best. */
  bestFor: string[];
  /** The CPU. */
  cpu: Cpu;
  /** The GPUs. */
  gpu: Gpu;
  /** The memory of all GPUs together. */
  gpuMemory: Memory;
  /** The main memory. */
  memory: Memory;
  /** The storage. */
  storage: Storage;
  /** The speed between the GPUs, as text. */
  p2p: string;
  /** The `imageType` of each image that the type supports. */
  supportedOs: string[];
  /** The currency of the prices. */
  currency: Currency;
  /** The price per hour. */
  pricePerHour: string;
  /** The price per hour of a spot instance. */
  spotPrice: string;
  /** The highest dynamic price per hour. */
  maxDynamicPrice: string;
  /** A warning to read before an instance of this type is deployed. */
  deployWarning?: string;
  /** The dynamic price per hour. */
  dynamicPrice?: string;
  /** The price per hour of a container. */
  serverlessPrice?: string;
  /** The price per hour of a spot container. */
  serverlessSpotPrice?: string;
}

/** The subject of a journal entry. Clients tolerate other values in responses. */
export type JournalActionCode =
  | 'attach'
  | 'detach'
  | 'delete'
  | 'rename'
  | 'resize'
  | 'restore'
  | 'cancel'
  | 'clone'
  | 'create'
  | 'transfer'
  | 'start'
  | 'shutdown'
  | 'configure_spot'
  | 'trash'
  | 'provisioning'
  | 'running'
  | 'start:complete'
  | 'shutdown:complete'
  | 'delete:complete'
  | 'attach:complete'
  | 'detach:complete'
  | 'trash:complete'
  | 'installation:failed'
  | 'validating'
  | 'deleting'
  | 'error';

/** Something that happened to an instance, a cluster or a volume. */
export interface JournalEntry {
  /** The id of the entry. */
  id: string;
  /** The action code. */
  actionCode: JournalActionCode;
  /** Whether it happened to a machine or to a volume. */
  objectType: 'compute' | 'volume';
  /** The id of the instance or cluster. Null for a volume alone. */
  computeId: string | null;
  /** The id of the volume. Null for a machine alone. */
  volumeId: string | null;
  /** When it happened, ISO 8601. */
  createdAt: string;
  /** The id of the user who acted. Null when the service itself acted. */
  userId: string | null;
  /** The user. Only with `hydrate`. */
  user?: {
    [key: string]: unknown;
  } | null;
  /** The instance. Only with `hydrate`. */
  instance?: {
    [key: string]: unknown;
  } | null;
  /** The volume. Only with `hydrate`. */
  volume?: {
    [key: string]: unknown;
  } | null;
}

/** A location of the cloud. */
export interface Location {
  /** The code, e.g. `FIN-01`, by which other requests name the location. */
  code: string;
  /** The display name. */
  name: string;
  /** The country, ISO 3166-1 alpha-2. */
  countryCode: string;
}

/** A long-term contract of a volume. */
export interface LongTerm {
  /** When the contract ends, ISO 8601. */
  endDate: string;
  /** The code of a long-term period. */
  longTermPeriod: string;
  /** The discount in percent. */
  discountPercentage: number;
  /** Whether the contract is renewed when it ends. */
  autoRentalExtension: boolean;
  /** The price of the next period. */
  nextPeriodPrice: number;
  /** The price of this period. */
  currentPeriodPrice: number;
}

/** A period of a long-term contract with its discount. */
export interface LongTermPeriod {
  /** The code, by which a long-term contract names its period. */
  code: string;
  /** The display name. */
  name: string;
  /** Whether it can be chosen. */
  isEnabled: boolean;
  /** The unit of its length. */
  unitName: 'hour' | 'day' | 'week' | 'month' | 'year';
  /** Its length in this unit. */
  unitValue: number;
  /** The discount in percent. */
  discountPercentage: number;
}

/** The memory of a machine, or of its GPUs. */
export interface Memory {
  /** A description of the memory. */
  description: string;
  /** The size in GB. */
  sizeInGigabytes: number;
}

/** A private network. */
export interface PrivateNetwork {
  /** The id of the network, with the prefix `pn_`. */
  id: string;
  /** The name. */
  name: string;
  /** The mode. The allowed values are not in the spec. */
  mode: string;
  /** Whether it is the default network. */
  isDefault: boolean;
  /** The id of the user who created it. */
  createdByUserId: string;
  /** When it was created, ISO 8601. */
  createdAt: string;
}

/** A public SSH key. */
export interface SshKey {
  /** The id of the key. */
  id: string;
  /** The name. */
  name: string;
  /** The public key. */
  key: string;
  /**
   * The MD5 fingerprint of the public key as colon-separated hex. Null when the stored key cannot be
   * parsed.
   */
  fingerprint: string | null;
  /** Null for historical records without a creation event. */
  createdByUserId: string | null;
}

/** A startup script. */
export interface StartupScript {
  /** The id of the script. */
  id: string;
  /** The name. */
  name: string;
  /** The text of the script. */
  script: string;
  /** When it was created, ISO 8601. */
  createdAt: string;
}

/** The storage of a machine. */
export interface Storage {
  /** A description of the storage. */
  description: string;
}

/** A range of addresses of a private network, in one location. */
export interface Subnet {
  /** The id of the subnet, with the prefix `sn_`. */
  id: string;
  /** The location. */
  location: Location;
  /** The name. */
  name: string;
  /** The range of addresses, e.g. `10.0.0.0/24`. */
  cidr: string;
  /** Whether it is the default subnet of its network in its location. */
  isDefault: boolean;
  /** How many addresses are in use. */
  usedIpCount: number;
  /** How many addresses there are. */
  totalIpCount: number;
  /**
   * The instance through which the other machines of the subnet reach the internet. It is named when the
   * subnet is created. Null without one, or once that instance is deleted (a reading).
   */
  defaultRouteInstance: {
    /** The id of the instance. */
    id: string;
    /** The host name. */
    hostname: string;
    /** The private address. Null without one. */
    privateIp: string | null;
    /** The public address. Null without one. */
    publicIp: string | null;
    /** The status. */
    status: InstanceStatus;
  } | null;
  /** The id of the user who created it. */
  createdByUserId: string;
  /** When it was created, ISO 8601. */
  createdAt: string;
}

/** A tag of an instance, a volume or a cluster. */
export interface Tag {
  /** The id of the tag. */
  id: string;
  /** The key, always in lower case. */
  key: string;
  /** The value; the empty string for a tag without a value. */
  value: string;
}

/** An active volume. */
export interface Volume {
  /** The id of the volume. */
  id: string;
  /** The name. */
  name: string;
  /** The status. */
  status: VolumeStatus;
  /** The type of the storage. */
  type: VolumeTypeName;
  /** The size in GB. */
  size: number;
  /** The code of a location. */
  location: string;
  /** Whether an instance boots from it. */
  isOsVolume: boolean;
  /** The id of the instance that it is attached to. Null while the volume is not attached. */
  instanceId: string | null;
  /** The instances that it is attached to. */
  instances: AttachedInstance[];
  /** The linked keys when it is an OS volume. */
  sshKeyIds: string[];
  /** The device. Null while the volume is not attached. */
  target: string | null;
  /** The unique identifier of the filesystem. Null where there is none. */
  pseudoPath: string | null;
  /** The command that creates the folder to mount it at. Null where there is none. */
  createDirectoryCommand: string | null;
  /** The command that mounts it. Null where there is none. */
  mountCommand: string | null;
  /** The command that makes the system mount it at each boot. Null where there is none. */
  filesystemToFstabCommand: string | null;
  /** How it is billed. */
  contract: string;
  /** The price per hour. */
  baseHourlyCost: number;
  /** The price per month. */
  monthlyPrice: number;
  /** The currency of the prices. */
  currency: Currency;
  /** When it was created, ISO 8601. */
  createdAt: string;
  /** The long-term contract. Null without one. */
  longTerm: LongTerm | null;
  /** The tags. */
  tags: Tag[];
  /** The id of the user who created it. */
  createdByUserId?: string;
}

/** The status of a volume. Clients tolerate other values in responses. */
export type VolumeStatus =
  | 'ordered'
  | 'attached'
  | 'attaching'
  | 'detached'
  | 'deleted'
  | 'cloning'
  | 'detaching'
  | 'deleting'
  | 'restoring'
  | 'created'
  | 'exported'
  | 'canceled'
  | 'canceling';

/** A type of volume with its price. */
export interface VolumeType {
  /** The name of the type, for the field `type` of a volume. */
  type: VolumeTypeName;
  /** The price. */
  price: {
    /** The price of one GB for a month. */
    pricePerMonthPerGb: number;
    /** The price of one GB for a second, in cents (a reading). */
    cpsPerGb: number;
    /** The currency of the prices. */
    currency: Currency;
  };
  /** Whether several instances can share such a volume. */
  isSharedFs: boolean;
  /** The bandwidth for a short time. The unit is not in the spec. */
  burstBandwidth: number;
  /** The bandwidth that lasts. The unit is not in the spec. */
  continuousBandwidth: number;
  /** The speed of the network to the storage. The unit is not in the spec. */
  internalNetworkSpeed: number;
  /** The operations per second, as text. */
  iops: string;
  /** The throughput in GB/s. */
  throughputGbps: number;
}

/**
 * The type of a volume. HDD can no longer be created or resized. Clients tolerate other values in
 * responses.
 */
export type VolumeTypeName =
  | 'HDD'
  | 'NVMe'
  | 'HDD_Shared'
  | 'NVMe_Shared'
  | 'NVMe_Local_Storage'
  | 'NVMe_Shared_Cluster'
  | 'NVMe_OS_Cluster';
