import type { Contract, OnSpotDiscontinue } from '#contract';
import { imagesByMachine, instancePeriods } from '../../model/catalogue';
import { invalidRequest } from '../../model/errors';
import { periodFor } from '../machines/deploy';
import { adviceToDetach, statusInWords } from '../volumes/checks';
import { isDetached } from '../volumes/volume';
import type { MachineType, Period } from '../../model/catalogue';
import type { Wanted } from '../shared/kept';
import type { NewTag } from '../shared/tags';
import type { NewVolume, Volume } from '../volumes/volume';

export interface DeployRequest extends Wanted<'Instance'> {
  image?: string | undefined;
  instanceType?: string | undefined;
  locationCode?: string | undefined;
  contract?: Contract | undefined;
  isSpot?: boolean | undefined;
  longTermPeriod?: string | undefined;
  coupon?: string | undefined;
  sshKeyIds?: string[] | undefined;
  startupScriptId?: string | undefined;
  groupId?: string | undefined;
  existingVolumes: string[];
  osVolume?:
    | {
        name?: string | undefined;
        size?: number | undefined;
        onSpotDiscontinue?: OnSpotDiscontinue | undefined;
      }
    | undefined;
  volumes: NewVolume[];
  tags: NewTag[];
}

/** How the machine is paid for. */
export interface Terms {
  contract: Contract;
  isSpot: boolean;
  period: Period | undefined;
  pricePerHour: number;
}

/** The value of the request or of its group. If both have one, they must agree. */
export function inherited(property: string, own: string | undefined, fromGroup: string | undefined): string {
  if (own !== undefined && fromGroup !== undefined && own !== fromGroup) {
    throw invalidRequest(
      `${property}: "${own}" differs from the instance group's "${fromGroup}". Leave it out.`,
    );
  }
  const value = own ?? fromGroup;
  if (value === undefined) throw invalidRequest(`${property} is required.`);
  return value;
}

/** `contract: SPOT` and `is_spot: true` imply each other. */
export function termsOf({ contract, isSpot, longTermPeriod }: DeployRequest, machine: MachineType): Terms {
  if (contract !== undefined && isSpot !== undefined && isSpot !== (contract === 'SPOT')) {
    throw invalidRequest(
      `is_spot: ${isSpot} contradicts the contract ${contract}. SPOT and is_spot go together.`,
    );
  }
  const spot = isSpot === true || contract === 'SPOT';
  const chosen = contract ?? (spot ? 'SPOT' : 'PAY_AS_YOU_GO');
  if (longTermPeriod !== undefined && chosen !== 'LONG_TERM') {
    throw invalidRequest(`long_term_period: a period needs the contract LONG_TERM, not ${chosen}.`);
  }
  const period = chosen === 'LONG_TERM' ? periodFor(instancePeriods, longTermPeriod) : undefined;
  const fullPrice = spot ? machine.spotPrice : machine.pricePerHour;
  return {
    contract: chosen,
    isSpot: spot,
    period,
    pricePerHour: fullPrice * (1 - (period?.discount ?? 0) / 100),
  };
}

export function unknownImage(image: string, machine: MachineType): Error {
  const supported = imagesByMachine.get(machine.name) ?? [];
  return invalidRequest(
    `image: "${image}" is neither an image type nor the id of an OS volume of this project. ${machine.name} boots ${supported.join(', ')}.`,
  );
}

export function checkFree(property: string, volume: Volume, location: string): void {
  if (!isDetached(volume)) {
    throw invalidRequest(
      `${property}: volume ${volume.id} is ${statusInWords(volume)}, not detached. ${adviceToDetach(volume)}`,
    );
  }
  if (volume.location !== location) {
    throw invalidRequest(
      `${property}: volume ${volume.id} is in ${volume.location}, not in ${location}. Clone it there or deploy in ${volume.location}.`,
    );
  }
}
