import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Browsers let the page load its own files, talk to this server only, and never write HTML from a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The browser must not cache: a newer emulator at the same address has newer files.
  'cache-control': 'no-store',
};

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

const files = [
  'icon.svg',
  ...['layout', 'lists', 'parts'].map((name) => `style/${name}.css`),
  ...['activity', 'clock', 'confirm', 'dom', 'faults', 'format', 'main', 'resources', 'stream'].map(
    (name) => `script/${name}.js`,
  ),
];

/** Serves the console at `/`; without the control API, a page that says how to turn it on. */
export function registerConsole(app: FastifyInstance, { isControlled }: { isControlled: boolean }): void {
  const folder = join(__dirname, 'console');
  const serve = (path: string, file: string): void => {
    app.get(path, (_, reply) =>
      reply
        .headers(headers)
        .type(types[file.slice(file.lastIndexOf('.') + 1)] ?? '')
        .send(readFileSync(join(folder, file))),
    );
  };
  serve('/', isControlled ? 'index.html' : 'off.html');
  for (const file of files) serve(`/console/${file}`, file);
}
