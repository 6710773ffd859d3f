import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** The error code if a name of this computer resolves to the address of another one. */
export const NOT_LOOPBACK = 'NOT_LOOPBACK';

/** Whether an IP address belongs to this machine only. */
export const isLoopbackAddress = (address: string): boolean =>
  /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(address);

/** Resolves a name to loopback addresses only: a DNS server may return another address for `*.localhost`. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'object' ? found.map(({ address }) => address) : [found];
    const elsewhere = error ? undefined : addresses.find((address) => !isLoopbackAddress(address));
    if (elsewhere === undefined) {
      callback(error, found, family);
    } else {
      const reason = new Error(`${hostname} is resolved to ${elsewhere}`);
      callback(Object.assign(reason, { code: NOT_LOOPBACK }), []);
    }
  });
};
