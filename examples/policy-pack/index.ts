// Rules for all stacks: a largest allowed cost, no spot machines in production, required tags, an end for each machine.
//
//   pulumi preview --policy-pack ../policy-pack
//   pulumi preview --policy-pack ../policy-pack --policy-pack-config limits.json
//
// limits.json changes the defaults below, for example { "cost-ceiling": { "perHour": 20 } }.
import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from '@pulumi/policy';
import { PolicyPack } from '@pulumi/policy';
import { client } from 'pulumi-cloud-compute/client';

const HOURS_PER_MONTH = 730;
/** The size of an operating-system volume, in GB, when it is left out. */
const DEFAULT_OS_SIZE = 50;

/** The class of a resource of the package, e.g. `Instance`; undefined for other resources. */
const classOf = (type: string): string | undefined =>
  /^pulumi-nodejs:dynamic\/cloud-compute:(\w+)$/.exec(type)?.[1];

/** The stack in a URN: `urn:pulumi:<stack>::…`. */
const stackOf = (urn: string): string => urn.split(':')[2] ?? '';

interface Disk {
  readonly type?: string;
  readonly size: number;
}

/** The properties that decide a price. */
interface Priced extends Disk {
  /** In state, as long as nothing changes the resource. */
  readonly hourlyCost?: number;
  readonly instanceType?: string;
  readonly clusterType?: string;
  readonly instanceGroupId?: string;
  readonly image?: string;
  readonly contract?: string;
  readonly isSpot?: boolean;
  readonly osVolume?: { readonly size?: number };
  readonly volumes?: readonly Disk[];
  readonly sharedVolume?: Disk;
}

/** What the machines of a group have in common. */
interface Group {
  readonly instanceType: string;
  readonly template: { readonly osVolume?: { readonly size: number } | null };
}

/** The resources of a class that an input refers to. A preview does not know the id of a new one. */
const referred = ({ propertyDependencies }: PolicyResource, input: string, name: string): PolicyResource[] =>
  (propertyDependencies[input] ?? []).filter(({ type }) => classOf(type) === name);

/** A machine whose image is the id of a volume gets no new operating-system volume. */
const bootsFromVolume = (machine: PolicyResource): boolean =>
  referred(machine, 'image', 'Volume').length > 0 ||
  /^[0-9a-f-]{36}$/.test((machine.props as Priced).image ?? '');

const isSpot = (props: Priced): boolean => props.isSpot === true || props.contract === 'SPOT';

/** A price of the catalogue. A price that is missing must not count as 0. */
function known(price: string | number | undefined, of = 'its type'): number {
  if (price === undefined || price === '') throw new Error(`the catalogue has no price of ${of}`);
  return Number(price);
}

/**
 * Prices per hour: from the state, or else from the catalogue, without the discount of a long-term contract. The
 * returned function throws if a price is not known: to read an input that a preview does not know throws, too.
 */
async function prices(): Promise<(resource: PolicyResource) => number> {
  const { account, catalogue, instanceGroups } = client();
  const { currency } = await account.balance();
  const [instanceTypes, clusterTypes, volumeTypes, groups] = await Promise.all([
    catalogue.instanceTypes({ currency }),
    catalogue.clusterTypes(),
    catalogue.volumeTypes({ currency }),
    instanceGroups.list(),
  ]);
  const disk = ({ type = 'NVMe', size }: Disk): number => {
    const found = volumeTypes.find((one) => one.type === type);
    return (known(found?.price.price_per_month_per_gb, type) * size) / HOURS_PER_MONTH;
  };
  const disks = (all: readonly Disk[]): number => all.reduce((sum, one) => sum + disk(one), 0);
  const groupOf = (machine: PolicyResource): Group | undefined => {
    const [group, ...others] = referred(machine, 'instanceGroupId', 'InstanceGroup');
    if (group && others.length === 0) return group.props as Group;
    // The group of another stack.
    const found = groups.find(({ id }) => id === (machine.props as Priced).instanceGroupId);
    return found && { instanceType: found.instance_type, template: { osVolume: found.template.os_volume } };
  };
  const instance = (machine: PolicyResource): number => {
    const props = machine.props as Priced;
    const group = groupOf(machine);
    const type = props.instanceType ?? group?.instanceType;
    const found = instanceTypes.find((one) => one.instance_type === type);
    const size = props.osVolume?.size ?? group?.template.osVolume?.size ?? DEFAULT_OS_SIZE;
    const created = bootsFromVolume(machine) ? [] : [{ size }];
    const price = known(isSpot(props) ? found?.spot_price : found?.price_per_hour, type);
    return price + disks([...created, ...(props.volumes ?? [])]);
  };
  const cluster = ({ clusterType: type, sharedVolume: shared }: Priced): number => {
    const found = clusterTypes.find((one) => one.cluster_type === type);
    const created = shared ? [{ ...shared, type: 'NVMe_Shared_Cluster' }] : [];
    return known(found?.price_per_hour, type) + disks(created);
  };
  return (resource) => {
    const props = resource.props as Priced;
    switch (classOf(resource.type)) {
      case 'Instance':
        return props.hourlyCost ?? instance(resource);
      case 'Cluster':
        return props.hourlyCost ?? cluster(props);
      case 'Volume':
        return props.hourlyCost ?? disk(props);
      default:
        return 0;
    }
  };
}

const costCeiling: StackValidationPolicy = {
  name: 'cost-ceiling',
  description: 'A stack costs at most this much per hour, in the currency of the account.',
  enforcementLevel: 'mandatory',
  configSchema: { properties: { perHour: { type: 'number', minimum: 0, default: 50 } } },
  async validateStack(args, reportViolation) {
    const { perHour } = args.getConfig<{ perHour: number }>();
    const priceOf = await prices();
    let cost = 0;
    for (const resource of args.resources) {
      try {
        cost += priceOf(resource);
      } catch (error) {
        const { message } = error as Error;
        reportViolation(`The price of ${resource.name} is not known: ${message}.`, resource.urn);
      }
    }
    if (cost > perHour) {
      reportViolation(
        `The stack costs ${cost.toFixed(2)} per hour; at most ${perHour} are allowed. Use smaller or fewer machines, or raise perHour.`,
      );
    }
  },
};

const noSpotInProduction: ResourceValidationPolicy = {
  name: 'no-spot-in-production',
  description: 'The cloud may take a spot machine away at any time.',
  enforcementLevel: 'mandatory',
  configSchema: {
    properties: { stacks: { type: 'array', items: { type: 'string' }, default: ['main', 'production'] } },
  },
  validateResource(args, reportViolation) {
    const { stacks } = args.getConfig<{ stacks: string[] }>();
    if (classOf(args.type) !== 'Instance' || !stacks.includes(stackOf(args.urn))) return;
    if (isSpot(args.props as Priced))
      reportViolation(`${args.name} is a spot machine. In ${stackOf(args.urn)}, leave isSpot out.`);
  },
};

const requiredTags: ResourceValidationPolicy = {
  name: 'required-tags',
  description: 'Tags say who pays: `npx pulumi-cloud-compute cost --by-tag team` adds up by them.',
  enforcementLevel: 'mandatory',
  configSchema: { properties: { keys: { type: 'array', items: { type: 'string' }, default: ['team'] } } },
  validateResource(args, reportViolation) {
    if (!['Instance', 'Cluster', 'Volume'].includes(classOf(args.type) ?? '')) return;
    const { keys } = args.getConfig<{ keys: string[] }>();
    const tags = (args.props['tags'] ?? {}) as Record<string, string>;
    const missing = keys.filter((key) => !tags[key]);
    if (missing.length > 0) {
      const setting = `pulumi config set --path cloudCompute:defaultTags.${missing[0] ?? ''} …`;
      reportViolation(
        `${args.name} has no tag ${missing.join(', ')}. Add it to its tags, or run \`${setting}\`.`,
      );
    }
  },
};

const hasAnEnd: ResourceValidationPolicy = {
  name: 'has-an-end',
  description: 'A machine that nobody ends is billed until somebody notices it.',
  enforcementLevel: 'advisory',
  validateResource(args, reportViolation) {
    if (!['Instance', 'Cluster'].includes(classOf(args.type) ?? '')) return;
    const { maxRunDuration, contract } = args.props as Readonly<Record<string, unknown>>;
    if (maxRunDuration === undefined && contract !== 'LONG_TERM')
      reportViolation(
        `${args.name} has no end. Set its maxRunDuration, or run \`pulumi config set cloudCompute:maxRunDuration 12h\`.`,
      );
  },
};

new PolicyPack('cloud-compute', { policies: [costCeiling, noSpotInProduction, requiredTags, hasAnEnd] });
