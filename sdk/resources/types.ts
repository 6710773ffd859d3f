// Generated from the schemas in provider/resources by `npm run generate`; never edited.

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
