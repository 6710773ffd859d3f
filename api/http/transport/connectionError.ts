import type { CloudComputeError } from '../../errors';
import { TransportError } from '../../errors';
import type { Wording } from '../../wording';
import { isLoopback } from './baseUrl';
import type { Request } from '../handler';
import { NOT_LOOPBACK } from './loopback';
import { NO_PROXY_ADDRESS, OTHER_PROXY, PROXY_FAILED, PROXY_REFUSED, proxyFor } from './proxy';

/** Error codes before a connection exists: the request was certainly not sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', PROXY_FAILED]);
/** Error codes of a certificate that is not accepted: the request was not sent. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH/;

/** The server answered the start of TLS with something else: the request was not sent. */
const NO_TLS = 'ERR_SSL_WRONG_VERSION_NUMBER';

/** Whether the address leads to no server that is accepted: the request was not sent, and a retry is pointless. */
const isWrongServer = (code: string): boolean =>
  [NOT_LOOPBACK, NO_TLS, NO_PROXY_ADDRESS, OTHER_PROXY, PROXY_REFUSED].includes(code) ||
  CERTIFICATE.test(code);

/** Whether the error occurred before a connection existed. */
export const isUnsent = (error: CloudComputeError): boolean =>
  error instanceof TransportError && UNSENT.has(error.code ?? '');

/** Whether a retry is pointless. */
export const isLasting = ({ code }: CloudComputeError): boolean =>
  code === 'aborted' || code === 'deadline' || (code !== undefined && isWrongServer(code));

/** The error of a request without a response. The message lists the things to check. */
export function connectionError(
  request: Request,
  cause: unknown,
  {
    baseUrl,
    timedOutMs,
    wording: { baseUrl: setting },
  }: { readonly baseUrl: string; readonly timedOutMs?: number; readonly wording: Pick<Wording, 'baseUrl'> },
): TransportError {
  const code = timedOutMs === undefined ? codeOf(cause) : 'timeout';
  const mayHaveArrived = !request.onlyReads && !UNSENT.has(code) && !isWrongServer(code);
  const outcome = mayHaveArrived ? ' The request may have taken effect.' : '';
  const proxy = proxyFor(baseUrl);
  const server = proxy === undefined ? baseUrl : `${baseUrl} through the proxy ${proxy}`;
  const isTlsProxy = proxy?.startsWith('https:') === true;
  const notSent = `${request.operation} was not sent.`;
  const settingsQuestion =
    proxy === undefined ? `is ${setting} right?` : `are HTTPS_PROXY and ${setting} right?`;
  return new TransportError(`${sentence()}${outcome}`, {
    operation: request.operation,
    code,
    mayHaveArrived,
  });

  function sentence(): string {
    if (timedOutMs !== undefined) {
      // Only for requests without a token: a token shows that the server has answered before.
      const question = request.open ? ` ${upQuestion()}, and ${settingsQuestion}` : '';
      return `${request.operation} had no complete answer from ${server} within ${timedOutMs / 1_000} s.${question}`;
    }
    if (CERTIFICATE.test(code)) {
      return `${isTlsProxy ? `${baseUrl} or the proxy ${proxy}` : baseUrl} has no certificate that this machine trusts (${code}). If a private authority issued it, set NODE_EXTRA_CA_CERTS to the file of its certificate.`;
    }
    if (code === NOT_LOOPBACK) {
      return `${baseUrl} is not on this machine: its name is resolved to another address. Plain http is for this machine only; set ${setting} to an https address.`;
    }
    if (code === NO_PROXY_ADDRESS) {
      return `The proxy in the environment (HTTPS_PROXY) is not an address such as http://proxy.example.com:8080: correct or remove it. ${notSent}`;
    }
    if (code === OTHER_PROXY) {
      return `The proxy in the environment (HTTPS_PROXY, ALL_PROXY), ${proxy ?? ''}, is no http or https proxy; others, such as SOCKS, are not supported. Set HTTPS_PROXY to the address of an http proxy, or add ${new URL(baseUrl).hostname} to NO_PROXY. ${notSent}`;
    }
    if (code === PROXY_REFUSED || code === PROXY_FAILED) {
      return `The proxy ${proxy ?? ''} answered ${statusOf(cause)} in the place of ${baseUrl}. ${notSent} ${proxyAdvice()}`;
    }
    if (code === NO_TLS && isTlsProxy) {
      return `${server} does not use TLS. If it is the proxy, write its address with http:// into HTTPS_PROXY.`;
    }
    if (code === NO_TLS) {
      return `${server} does not use TLS. On this machine, set ${setting} to an address with http://; elsewhere, check its port.`;
    }
    if (code === 'ECONNREFUSED') {
      return `No answer from ${server}: connection refused. ${upQuestion()}, and ${settingsQuestion}`;
    }
    if (UNSENT.has(code)) {
      const name = proxy === undefined ? 'its name' : 'the name of the proxy';
      return `No answer from ${server}: ${name} cannot be resolved (${code}). Is the network up, and ${settingsQuestion}`;
    }
    return `The connection to ${server} broke during ${request.operation} (${code}).`;
  }

  function proxyAdvice(): string {
    if (code === PROXY_FAILED) return 'It cannot reach that address at present.';
    return statusOf(cause) === 407
      ? 'It asks for a user name and a password: write them into HTTPS_PROXY, http://user:password@host:port.'
      : `Ask who runs it to allow that address. If the address is reached without a proxy, add ${new URL(baseUrl).hostname} to NO_PROXY.`;
  }

  function upQuestion(): string {
    if (proxy !== undefined) return 'Is the proxy up';
    return isLoopback(new URL(baseUrl).hostname) ? 'Is the emulator running' : 'Is the service up';
  }
}

/** The status that the proxy answered. */
const statusOf = (cause: unknown): number => (cause as { readonly status: number }).status;

/** The code of the innermost error that has one: axios and Node wrap the error of a socket. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: unknown };
  // Node.js gives all errors of TLS this code.
  if (code === 'EPROTO' && /wrong version number/.test(String(message))) return NO_TLS;
  const own = typeof code === 'string' ? code : 'unknown';
  const inner = codeOf(cause);
  return inner === 'unknown' ? own : inner;
}
