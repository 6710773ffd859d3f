import { ConfigurationError } from '../../errors';
import type { Wording } from '../../wording';
import { isLoopbackAddress } from './loopback';

/**
 * The address that paths are appended to: without `/v1` and without a trailing slash.
 *
 * @throws ConfigurationError for what is no address, and for plain http beyond this machine: the secret and the
 * token would travel in the clear.
 */
export function baseUrlOf(given: string, { setBaseUrl }: Pick<Wording, 'setBaseUrl'>): string {
  // What may hold a password or a token is not repeated.
  const named = /[@?#]/.test(given) ? '' : ` ${JSON.stringify(given)}`;
  if (!/^[a-z]+:\/\//i.test(given)) {
    throw new ConfigurationError(`The base URL${named} does not begin with https://. ${setBaseUrl}`);
  }
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new ConfigurationError(`The base URL${named} is not an address. ${setBaseUrl}`);
  }
  // Not repeated in the message: it may hold a password.
  if (url.username || url.password) {
    throw new ConfigurationError(`The base URL must not hold a user name or a password. ${setBaseUrl}`);
  }
  if (url.search || url.hash) {
    throw new ConfigurationError(`The base URL must not have a query or a fragment. ${setBaseUrl}`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new ConfigurationError(
      `The base URL ${url.origin} is not https; plain http is for this machine (localhost) only. ${setBaseUrl}`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** Whether a host, as it stands in a URL, is this machine by its name. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
