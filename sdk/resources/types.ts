// Generated from the schemas in provider/resources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';

/** The operating-system volume of the members. */
export interface InstanceGroupOsVolumeArgs {
  /** Size in GB. On change: replaced. */
  size: pulumi.Input<number>;
}

/** The operating-system volume of the members. */
export interface InstanceGroupOsVolume {
  /** Size in GB. */
  size: number;
}

/** The settings that new members of an instance group start with. */
export interface InstanceGroupTemplateArgs {
  /** An image type. On change: replaced. */
  image: pulumi.Input<string>;
  /** The operating-system volume. On change: replaced. */
  osVolume?: pulumi.Input<InstanceGroupOsVolumeArgs | undefined>;
  /** Keys that can log in to members that are created later. On change: in place. */
  sshKeyIds?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Script that runs at the first start of members that are created later. On change: in place. */
  startupScriptId?: pulumi.Input<string | undefined>;
}

/** The settings that new members of an instance group start with. */
export interface InstanceGroupTemplate {
  /** An image type. */
  image: string;
  /** The operating-system volume. */
  osVolume?: InstanceGroupOsVolume;
  /** Keys that can log in to members that are created later. */
  sshKeyIds?: string[];
  /** Script that runs at the first start of members that are created later. */
  startupScriptId?: string;
}

/** A member of an instance group. */
export interface GroupMember {
  /** The instance's id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** `running`, `offline`, … (States and transitions). */
  status: string;
}

/** An instance that is ready. */
export interface ReadyInstance {
  /** The instance's id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** `running` or `offline`. */
  status: string;
  /** Public address; null when the internet does not reach it. */
  ip: string | null;
  /** Private address; null when it is on no private network. */
  privateIp: string | null;
}

/** A long-term contract. */
export interface VolumeLongTerm {
  /** When it ends, ISO 8601. */
  endDate: string | null;
  /** Its period. */
  longTermPeriod: string | null;
  /** The discount in percent. */
  discountPercentage: number | null;
  /** Whether it is extended automatically. */
  autoRentalExtension: boolean | null;
  /** Price of the next period. */
  nextPeriodPrice: number | null;
  /** Price of this period. */
  currentPeriodPrice: number | null;
}
