// Rules for all stacks: a largest allowed cost, no spot machines in production, required tags.
//
//   pulumi preview --policy-pack ../policy-pack
//   pulumi preview --policy-pack ../policy-pack --policy-pack-config limits.json
//
// limits.json changes the defaults below, for example { "cost-ceiling": { "perHour": 20 } }.
import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from '@pulumi/policy';
import { PolicyPack } from '@pulumi/policy';
import { client } from 'pulumi-cloud-compute/client';

const HOURS_PER_MONTH = 730;

/** The class of a resource of the package, e.g. `Instance`; undefined for other resources. */
const classOf = (type: string): string | undefined =>
  /^pulumi-nodejs:dynamic\/cloud-compute:(\w+)$/.exec(type)?.[1];

/** The stack in a URN: `urn:pulumi:<stack>::…`. */
const stackOf = (urn: string): string => urn.split(':')[2] ?? '';

interface Disk {
  readonly type?: string;
  readonly size?: number;
}

/** The inputs that decide a price. */
interface PricedInputs extends Disk {
  readonly instanceType?: string;
  readonly clusterType?: string;
  readonly isSpot?: boolean;
  readonly osVolume?: Disk;
  readonly volumes?: readonly Disk[];
  readonly sharedVolume?: Disk;
}

/** Prices from the catalogue, by the inputs: the price of a new machine is not in state yet. */
async function catalogue() {
  const { account, catalogue: api } = client();
  const { currency } = await account.balance();
  const [instanceTypes, clusterTypes, volumeTypes] = await Promise.all([
    api.instanceTypes({ currency }),
    api.clusterTypes(),
    api.volumeTypes({ currency }),
  ]);
  const disk = ({ type = 'NVMe', size = 0 }: Disk): number => {
    const price = volumeTypes.find((one) => one.type === type)?.price.price_per_month_per_gb ?? 0;
    return (price * size) / HOURS_PER_MONTH;
  };
  return ({ type, props }: PolicyResource): number => {
    const inputs = props as PricedInputs;
    const { instanceType, clusterType, isSpot, osVolume = {}, volumes = [], sharedVolume = {} } = inputs;
    const shared = { ...sharedVolume, type: 'NVMe_Shared_Cluster' };
    const disks = [osVolume, ...volumes, shared].reduce((sum, one) => sum + disk(one), 0);
    switch (classOf(type)) {
      case 'Instance': {
        const found = instanceTypes.find((one) => one.instance_type === instanceType);
        return Number((isSpot ? found?.spot_price : found?.price_per_hour) ?? 0) + disks;
      }
      case 'Cluster':
        return (
          Number(clusterTypes.find((one) => one.cluster_type === clusterType)?.price_per_hour ?? 0) + disks
        );
      case 'Volume':
        return disk(inputs);
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
    const priceOf = await catalogue();
    const cost = args.resources.reduce((sum, resource) => sum + priceOf(resource), 0);
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
    if (args.props['isSpot'] === true || args.props['contract'] === 'SPOT')
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

new PolicyPack('cloud-compute', { policies: [costCeiling, noSpotInProduction, requiredTags] });
