import type { Logger as Pino } from 'pino';
import { ConfigurationError } from '../../errors';
import type { Logger } from '../../options';
import type { Layer } from '../handler';
import { loadPino } from '../transport/libraries';
import type { Redaction } from './redaction';
import { hiddenIn } from './redaction';
import { textOf } from '../decode';

/** The destination of log lines. */
export type Log = Required<Logger>;

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const VARIABLE = 'CLOUD_COMPUTE_LOG';

const nothing = (): void => undefined;
const SILENT: Log = { trace: nothing, debug: nothing, info: nothing, warn: nothing };

/** Logs one line per request, without headers and secrets; bodies only at the level trace. */
export const logging =
  (log: Log, redaction: Redaction): Layer =>
  (next) =>
  async (request) => {
    const { operation, query, body } = request;
    const startedAt = performance.now();
    const fields = () => ({
      operation,
      ...(query && { query: redaction.body(query) }),
      ms: Math.round(performance.now() - startedAt),
    });
    if (log.trace !== nothing && body !== undefined)
      log.trace({ operation, body: redaction.body(body) }, 'request');
    try {
      const response = await next(request);
      const { status, headers } = response;
      log.debug({ ...fields(), status, requestId: headers['x-request-id'] }, 'answered');
      if (log.trace !== nothing)
        log.trace({ operation, body: redaction.body(shown(response.body), hiddenIn(body)) }, 'answer');
      return response;
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      log.debug({ ...fields(), code, error: redaction.text(String(message)) }, 'not answered');
      throw error;
    }
  };

/** Parses a body, so that its secret fields can be recognized. */
function shown(body: unknown): unknown {
  const text = textOf(body);
  try {
    return JSON.parse(text);
  } catch {
    return `${text.length} characters that are not JSON`;
  }
}

/** The given logger; otherwise pino at the level of the environment; otherwise none. */
export function logOf(
  logger: Logger | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Log {
  if (logger) {
    return {
      trace: logger.trace ? (fields, message) => logger.trace?.(fields, message) : nothing,
      debug: (fields, message) => {
        logger.debug(fields, message);
      },
      info: (fields, message) => {
        logger.info(fields, message);
      },
      warn: (fields, message) => {
        logger.warn(fields, message);
      },
    };
  }
  const level = environment[VARIABLE];
  if (!level || level === 'silent') return SILENT;
  if (!LEVELS.includes(level)) {
    throw new ConfigurationError(
      `${VARIABLE} is ${JSON.stringify(level)}; it must be one of ${LEVELS.join(', ')}.`,
    );
  }
  return pinoLog(level);
}

/** Writes to stderr: stdout belongs to the program, and in a plugin to its handshake with the engine. */
function pinoLog(level: string): Log {
  let logger: Pino | undefined;
  const at = (name: keyof Log) => (fields: object, message: string) => {
    const pino = loadPino();
    logger ??= pino({ name: 'cloud-compute', level, base: null }, pino.destination({ dest: 2, sync: true }));
    logger[name](fields, message);
  };
  return { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn') };
}
