import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { AxiosProxyConfig, AxiosResponse } from 'axios';
import { isLoopback } from './baseUrl';
import { loadProxyFromEnv } from './libraries';

/** The error code of a proxy that is no address. */
export const NO_PROXY_ADDRESS = 'NO_PROXY_ADDRESS';
/** The error code of a proxy of another kind than http and https, for example SOCKS. */
export const OTHER_PROXY = 'OTHER_PROXY';
/** The error code of a proxy that refuses a connection: another attempt is refused too. */
export const PROXY_REFUSED = 'PROXY_REFUSED';
/** The error code of a proxy that cannot make a connection at present. */
export const PROXY_FAILED = 'PROXY_FAILED';

/** The variables that name the proxy of an https address. */
const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/** The proxy of the environment for this address, as text; empty if there is none. */
function proxyTextFor(baseUrl: string): string {
  // A proxy from the environment is for other machines.
  if (isLoopback(new URL(baseUrl).hostname)) return '';
  const proxy = loadProxyFromEnv().getProxyForUrl(baseUrl);
  // To a proxy without a scheme, proxy-from-env adds the scheme of the address, but other programs add http.
  const hasScheme = VARIABLES.some((name) => process.env[name] === proxy);
  return hasScheme ? proxy : proxy.replace(/^https:/, 'http:');
}

/** The proxy without its credentials; undefined if there is none, or it is no address. */
export function proxyFor(baseUrl: string): string | undefined {
  const proxy = proxyTextFor(baseUrl);
  if (!URL.canParse(proxy)) return undefined;
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}

/** @throws Error with the code {@link NO_PROXY_ADDRESS} or {@link OTHER_PROXY}. */
export function axiosProxy(baseUrl: string): AxiosProxyConfig | false {
  const proxy = proxyTextFor(baseUrl);
  if (proxy === '') return false;
  if (!URL.canParse(proxy)) throw withCode(NO_PROXY_ADDRESS);
  const { protocol, hostname, port, username, password } = new URL(proxy);
  if (!/^https?:$/.test(protocol)) throw withCode(OTHER_PROXY);
  return {
    protocol,
    host: hostname,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(username && { auth: { username: decoded(username), password: decoded(password) } }),
  };
}

/** Many write a password with a % as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @throws Error if the answer is the proxy's refusal of CONNECT: the API answers an https request only through TLS. */
export function mustBeFromApi(baseUrl: string, { status, request }: AxiosResponse): void {
  const { socket } = (request as { res?: IncomingMessage }).res ?? {};
  if (!baseUrl.startsWith('https:') || proxyFor(baseUrl) === undefined || socket instanceof TLSSocket) return;
  throw withCode(status >= 500 ? PROXY_FAILED : PROXY_REFUSED, status);
}

const withCode = (code: string, status?: number): Error => Object.assign(new Error(code), { code, status });
