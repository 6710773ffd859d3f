import type { Balance, ClusterType, InstanceType } from '../../../api';
import { machinePrice, storagePrice } from './machinePrice';
import type { Problem } from '../../../core/validation/shape';
import type { PriceLine } from './cost';
import { quote } from './cost';
import type { PlannedResource } from '../plan';
import type { Contracted } from '../catalogue/periods';

/** The inputs that decide the price of a machine, in addition to its type. */
interface PricedInputs extends Contracted {
  powerState: string;
}

/** A volume that is created with a machine. */
export interface PlannedVolume {
  readonly type: string;
  readonly size: unknown;
}

/** Shows the price of a new machine and of the volumes that are created with it. */
export async function deployCost(
  plan: PlannedResource<PricedInputs>,
  of: 'instances' | 'clusters',
  { type, isSpot }: { readonly type: InstanceType | ClusterType | undefined; readonly isSpot: boolean },
  created: readonly PlannedVolume[],
): Promise<Problem[]> {
  if (!type) return [];
  const [volumeTypes, currency, periods] = await Promise.all([
    plan.catalogue.volumeTypes(plan.call),
    plan.catalogue.currency(plan.call),
    plan.text('contract') === 'LONG_TERM' ? plan.catalogue.periods(plan.call, of) : undefined,
  ]);
  const period = periods?.find(({ code }) => code === plan.text('longTermPeriod'));
  const storage = created.flatMap((volume) => {
    const hourly =
      typeof volume.size === 'number' && volumeTypes
        ? storagePrice(volumeTypes, volume.type, volume.size)
        : undefined;
    return hourly === undefined ? [] : [hourly];
  });
  const name = 'instance_type' in type ? type.instance_type : type.cluster_type;
  const parts: PriceLine[] = [
    {
      of: isSpot ? `spot ${name}` : name,
      hourly: machinePrice(type, { isSpot, period }),
      currency: currencyOf(type, currency),
    },
  ];
  if (storage.length > 0)
    parts.push({ of: 'volumes', hourly: storage.reduce((sum, hourly) => sum + hourly, 0), currency });
  await quote(plan, parts, plan.text('powerState') === 'offline' ? 'an offline machine stays billed' : '');
  return [];
}

/** The specification does not show the price fields of a cluster type: the currency may be missing. */
const currencyOf = (
  { currency }: { readonly currency?: Balance['currency'] },
  otherwise: Balance['currency'],
): Balance['currency'] => currency ?? otherwise;
