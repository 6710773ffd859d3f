/** A data centre. */
export interface Place {
  code: string;
  name: string;
  countryCode: string;
}

export const places: readonly Place[] = [
  { code: 'FIN-01', name: 'Finland 1', countryCode: 'FI' },
  { code: 'FIN-02', name: 'Finland 2', countryCode: 'FI' },
  { code: 'FIN-03', name: 'Finland 3', countryCode: 'FI' },
  { code: 'ICE-01', name: 'Iceland 1', countryCode: 'IS' },
];

export const locationCodes: readonly string[] = places.map(({ code }) => code);

/** The length of a long-term contract, and its discount. */
export interface Period {
  code: string;
  name: string;
  isEnabled: boolean;
  unit: 'month' | 'year';
  count: number;
  /** Percent. */
  discount: number;
}

export const instancePeriods: readonly Period[] = [
  { code: '1_MONTH', name: '1 month', isEnabled: true, unit: 'month', count: 1, discount: 2 },
  { code: '3_MONTHS', name: '3 months', isEnabled: true, unit: 'month', count: 3, discount: 5 },
  { code: '6_MONTHS', name: '6 months', isEnabled: true, unit: 'month', count: 6, discount: 10 },
  { code: '1_YEAR', name: '1 year', isEnabled: true, unit: 'year', count: 1, discount: 18 },
  { code: '2_YEARS', name: '2 years', isEnabled: true, unit: 'year', count: 2, discount: 25 },
];

export const clusterPeriods: readonly Period[] = [
  { code: '1_MONTH', name: '1 month', isEnabled: true, unit: 'month', count: 1, discount: 3 },
  { code: '3_MONTHS', name: '3 months', isEnabled: true, unit: 'month', count: 3, discount: 6 },
  { code: '1_YEAR', name: '1 year', isEnabled: true, unit: 'year', count: 1, discount: 20 },
];

/**
 * The end of the nth period of a contract that began at this instant. A month that is too short for the day of the
 * beginning ends the period on its last day.
 */
export function endOf(period: Period, start: number, nth = 1): number {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + nth * period.count * (period.unit === 'year' ? 12 : 1));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}

/** A period of instances or of clusters: the same code means the same length for both. */
export const periodByCode = (code: string): Period | undefined =>
  [...instancePeriods, ...clusterPeriods].find((period) => period.code === code);
