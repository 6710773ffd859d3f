import { ConfigurationError } from '../../../../../api';
import type { Response } from '../../../../../api/http/handler';
import { logOf, logging } from '../../../../../api/http/log/log';
import { Redaction } from '../../../../../api/http/log/redaction';
import { request } from '../../simulation';

interface Line {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

function recorder() {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) => lines.push({ level, fields, message });
  return { lines, logger: { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn') } };
}

const answer = (body: unknown): Response => ({
  status: 201,
  headers: { 'x-request-id': 'req-1', 'set-cookie': 'canary' },
  body: new TextEncoder().encode(JSON.stringify(body)),
});

test('a request is one line with its result and duration, and at the level trace its body without secrets', async () => {
  const { lines, logger } = recorder();
  const redaction = new Redaction();
  redaction.add('canary-secret');
  const body = {
    name: 'setup',
    script: 'canary',
    client_secret: 'canary',
    nested: [{ text: 'a canary-secret b' }],
  };
  const asked = request({
    method: 'POST',
    path: '/v1/scripts',
    query: { name: 'canary-secret' },
    headers: { Authorization: 'Bearer canary' },
    body,
  });
  await logging(
    logOf(logger),
    redaction,
  )(() => Promise.resolve(answer({ access_token: 'canary', id: 's-1' })))(asked);
  expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'trace: request',
    'debug: answered',
    'trace: answer',
  ]);
  expect(lines[1]?.fields).toMatchObject({ operation: 'POST /v1/scripts', status: 201, requestId: 'req-1' });
  expect(JSON.stringify(lines)).not.toContain('canary');
  expect(lines[0]?.fields).toMatchObject({ body: { name: 'setup', script: '[redacted]' } });
});

test('a request without a response is a line too', async () => {
  const { lines, logger } = recorder();
  const broken = Object.assign(new Error('broke'), { code: 'ECONNRESET' });
  const handle = logging(logOf(logger), new Redaction())(() => Promise.reject(broken));
  await expect(handle(request())).rejects.toBe(broken);
  expect(lines).toEqual([
    {
      level: 'debug',
      message: 'not answered',
      fields: expect.objectContaining({ code: 'ECONNRESET' }) as object,
    },
  ]);
});

test('nothing is logged by default, and an unknown level is reported', () => {
  expect(() => {
    logOf(undefined, {}).warn({}, 'nobody hears this');
    logOf(undefined, { CLOUD_COMPUTE_LOG: 'silent' }).warn({}, 'nor this');
  }).not.toThrow();
  expect(() => logOf(undefined, { CLOUD_COMPUTE_LOG: 'loud' })).toThrow(ConfigurationError);
  expect(() => logOf(undefined, { CLOUD_COMPUTE_LOG: 'loud' })).toThrow(
    'CLOUD_COMPUTE_LOG is "loud"; it must be one of trace, debug, info, warn, error, fatal, silent.',
  );
});
