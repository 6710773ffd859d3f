import type { Balance, ClusterType, InstanceType } from '../../../api';
import { machinePrice, storagePrice } from './machinePrice';
import type { Problem } from '../../../core/validation/shape';
import type { Part } from './cost';
import { quote } from './cost';
import type { PlannedResource } from '../plan';
import type { Contracted } from '../catalogue/periods';

/** What the price of a machine depends on beside its type. */
interface Costly extends Contracted {
  powerState: string;
}

/** A volume that is made with a machine. */
export interface Made {
  readonly type: string;
  readonly size: unknown;
}

/** The price of a machine and of the volumes that are made with it, shown where it will be created. */
export async function deployCost(
  plan: PlannedResource<Costly>,
  of: 'instances' | 'clusters',
  { type, isSpot }: { readonly type: InstanceType | ClusterType | undefined; readonly isSpot: boolean },
  made: readonly Made[],
): Promise<Problem[]> {
  if (!type) return [];
  const [volumeTypes, currency, periods] = await Promise.all([
    plan.catalogue.volumeTypes(plan.call),
    plan.catalogue.currency(plan.call),
    plan.text('contract') === 'LONG_TERM' ? plan.catalogue.periods(plan.call, of) : undefined,
  ]);
  const period = periods?.find(({ code }) => code === plan.text('longTermPeriod'));
  const storage = made.flatMap((volume) => {
    const hourly =
      typeof volume.size === 'number' && volumeTypes
        ? storagePrice(volumeTypes, volume.type, volume.size)
        : undefined;
    return hourly === undefined ? [] : [hourly];
  });
  const name = 'instance_type' in type ? type.instance_type : type.cluster_type;
  const parts: Part[] = [
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

/** The specification does not show what a cluster type says of its price: it may not name a currency. */
const currencyOf = (
  { currency }: { readonly currency?: Balance['currency'] },
  otherwise: Balance['currency'],
): Balance['currency'] => currency ?? otherwise;
