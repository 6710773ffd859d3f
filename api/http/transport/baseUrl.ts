import { ConfigurationError } from '../../errors';
import type { Wording } from '../../wording';
import { isLoopbackAddress } from './loopback';

/** Whether an address may contain a password or a token, so that it is not shown. */
export const mayHoldSecret = (address: string): boolean => /[@?#]/.test(address);

/**
 * The address to which paths are appended: without `/v1` and without a trailing slash.
 *
 * @throws ConfigurationError for an invalid address, and for plain http to another machine: secret and token would be
 * sent unencrypted.
 */
export function baseUrlOf(given: string, { setBaseUrl }: Pick<Wording, 'setBaseUrl'>): string {
  const named = mayHoldSecret(given) ? '' : ` ${JSON.stringify(given)}`;
  if (!/^[a-z]+:\/\//i.test(given)) {
    throw new ConfigurationError(`The base URL${named} does not begin with https://. ${setBaseUrl}`);
  }
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new ConfigurationError(`The base URL${named} is not an address. ${setBaseUrl}`);
  }
  // Not shown in the message: it may contain a password.
  if (url.username || url.password) {
    throw new ConfigurationError(`The base URL must not hold a user name or a password. ${setBaseUrl}`);
  }
  if (url.search || url.hash) {
    throw new ConfigurationError(`The base URL must not have a query or a fragment. ${setBaseUrl}`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new ConfigurationError(
      `The base URL ${url.protocol}//${url.host} is not https; plain http is for this machine (localhost) only. ${setBaseUrl}`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** Whether the host of a URL is this machine, by its name. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
