import { isIPv4 } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { hasBody } from '../http/context';
import { CloudError, forbidden } from '../model/errors';

/** Whether only programs on this machine reach an address or a name. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIPv4(name) && name.startsWith('127.'))
  );
}

/**
 * Refuses requests of web pages of another origin, because the control API needs no token. A page can send
 * a request to this machine, also under a host name of its own that resolves to it. But its request has the
 * true headers `Host` and `Origin`, and a browser does not let it send JSON to another origin without
 * permission.
 */
export const guard =
  (allowedHosts: readonly string[]): onRequestHookHandler =>
  ({ headers }, _, done) => {
    done(refusalOf(headers, allowedHosts));
  };

function refusalOf(headers: IncomingHttpHeaders, allowedHosts: readonly string[]): CloudError | undefined {
  const { host = '', origin } = headers;
  const name = urlOf(`http://${host}`)?.hostname ?? host;
  if (!isLoopback(name) && !allowedHosts.includes(name)) {
    return forbidden(
      `The control API answers to names of this machine, such as localhost, not to "${name}". To reach it by that name, start the emulator with --allow-host ${name}.`,
    );
  }
  if (origin !== undefined && urlOf(origin)?.host !== urlOf(`http://${host}`)?.host)
    return forbidden(`The control API does not answer to pages of another origin, such as "${origin}".`);
  const type = headers['content-type'];
  if ((type !== undefined || hasBody(headers)) && !/^application\/(\S+\+)?json\s*(;|$)/i.test(type ?? '')) {
    return new CloudError(
      'invalid_request',
      'The control API takes JSON only. Send the header "content-type: application/json".',
      415,
    );
  }
  return undefined;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
