import type { Contract, ExtensionSettings } from '#contract';
import {
  clusterImages,
  clusterKinds,
  clusterPeriods,
  endOf,
  imagesOfWorker,
  storageType,
} from '../../model/catalogue';
import { invalidRequest } from '../../model/errors';
import { statusOf } from '../../model/time/timelines';
import { periodFor } from '../machines/deploy';
import { isDetached } from '../volumes/volume';
import type { ClusterKind, ImageType, Period } from '../../model/catalogue';
import type { NewTag } from '../shared/tags';
import type { Volume } from '../volumes/volume';
import type { Cluster } from './cluster';

export interface ClusterDeployRequest {
  clusterType: string;
  image: string;
  hostname: string;
  description: string;
  locationCode: string;
  sshKeyIds: string[];
  contract?: Contract | undefined;
  longTermPeriod?: string | undefined;
  autoRentExtension?: boolean | undefined;
  turnToPayAsYouGo?: boolean | undefined;
  extension?: ExtensionSettings | undefined;
  startupScriptId?: string | undefined;
  /** A shared volume to create with the cluster; size in GB. */
  sharedVolume?: { name: string; size: number } | undefined;
  existingVolumes: string[];
  tags: NewTag[];
}

/** How the cluster is paid for. */
type Terms = Pick<
  Cluster,
  'contract' | 'pricePerHour' | 'periodCode' | 'autoRentExtension' | 'turnToPayAsYouGo' | 'extension'
> & {
  /** When the contract ends, if it is not renewed. */
  endsAt: number | null;
  period: Period | null;
};

const noPeriod = { period: null, periodCode: null, endsAt: null };

export function kindFor(name: string): ClusterKind {
  const kind = clusterKinds.find((candidate) => candidate.name === name);
  if (kind !== undefined) return kind;
  const names = clusterKinds.map((candidate) => candidate.name).join(', ');
  throw invalidRequest(`cluster_type: there is no cluster type "${name}". The types are ${names}.`);
}

export function imageFor(type: string, { name, worker }: ClusterKind): ImageType {
  const bootable = imagesOfWorker(worker);
  const image = bootable.find((candidate) => candidate.type === type);
  if (image !== undefined) return image;
  const what = clusterImages.some((candidate) => candidate.type === type) ? name : 'a cluster';
  throw invalidRequest(
    `image: ${what} does not boot "${type}". It boots ${bootable.map((candidate) => candidate.type).join(', ')}.`,
  );
}

export function checkShareable(volume: Volume, location: string): void {
  if (!storageType(volume.type).isShared) {
    throw invalidRequest(
      `existing_volumes: volume ${volume.id} is ${volume.type}, which several nodes cannot share. Use a shared type.`,
    );
  }
  if (!isDetached(volume) && statusOf(volume) !== 'attached') {
    throw invalidRequest(
      `existing_volumes: volume ${volume.id} is ${statusOf(volume)} and cannot be attached now.`,
    );
  }
  if (volume.location !== location) {
    throw invalidRequest(
      `existing_volumes: volume ${volume.id} is in ${volume.location}, not in ${location}. Deploy the cluster there.`,
    );
  }
}

/**
 * Either `extension_settings` or two older flags state what follows the contract. If both are present, they
 * must agree.
 */
export function termsOf(request: ClusterDeployRequest, kind: ClusterKind, now: number): Terms {
  const {
    contract = 'PAY_AS_YOU_GO',
    longTermPeriod,
    autoRentExtension = null,
    turnToPayAsYouGo = null,
  } = request;
  if (contract === 'SPOT') throw invalidRequest('contract: there are no spot clusters.');
  if (contract !== 'LONG_TERM') {
    if (longTermPeriod !== undefined) {
      throw invalidRequest(`long_term_period: a period needs the contract LONG_TERM, not ${contract}.`);
    }
    const extension = request.extension ?? null;
    const switches = { autoRentExtension, turnToPayAsYouGo, extension };
    return { contract, pricePerHour: kind.pricePerHour, ...noPeriod, ...switches };
  }
  const period = periodFor(clusterPeriods, longTermPeriod);
  const extension = extensionOf(request);
  const end = endOf(period, now);
  return {
    contract,
    pricePerHour: kind.pricePerHour * (1 - period.discount / 100),
    periodCode: period.code,
    endsAt: extension === 'auto_renew' ? null : end,
    period,
    autoRentExtension: extension === 'auto_renew',
    turnToPayAsYouGo: extension === 'pay_as_you_go',
    extension,
  };
}

function extensionOf(request: ClusterDeployRequest): ExtensionSettings {
  const { extension, autoRentExtension, turnToPayAsYouGo } = request;
  const bySwitches =
    turnToPayAsYouGo === true ? 'pay_as_you_go' : autoRentExtension === false ? 'end_contract' : 'auto_renew';
  const chosen = extension ?? bySwitches;
  const agrees =
    (autoRentExtension ?? chosen === 'auto_renew') === (chosen === 'auto_renew') &&
    (turnToPayAsYouGo ?? chosen === 'pay_as_you_go') === (chosen === 'pay_as_you_go');
  if (agrees) return chosen;
  throw invalidRequest(
    `extension_settings: ${chosen} contradicts auto_rent_extension or turn_to_pay_as_you_go. Use only one of them.`,
  );
}
