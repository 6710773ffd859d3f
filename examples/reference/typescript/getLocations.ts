import { getLocationsOutput } from 'pulumi-cloud-compute';

// The codes of the locations in Finland.
export const locationCodes = getLocationsOutput().apply((all) =>
  all.filter(({ countryCode }) => countryCode === 'FI').map(({ code }) => code),
);
