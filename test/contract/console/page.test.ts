import { useCloud } from '../support/caller';

/** The files that a page or a script refers to. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/(?:src|href)="([^"#]+)"|from '([^']+)'/g)].map(([, linked, imported]) =>
    String(linked ?? imported),
  );

describe('the page of the console', () => {
  const cloud = useCloud({ control: true });

  test('forbids foreign files, frames and markup from scripts in its headers', async () => {
    const { status, headers } = await fetch(`${cloud.emulator.url}/`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = Object.fromEntries(
      String(headers.get('content-security-policy'))
        .split('; ')
        .map((directive) => directive.split(/ (.*)/s)),
    ) as Record<string, string>;
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    });
    expect(JSON.stringify(policy)).not.toContain('unsafe');
  });

  test('contains no inline script or style, and all its files exist', async () => {
    const html = await (await fetch(`${cloud.emulator.url}/`)).text();
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+=/);
    const wanted = filesIn(html).map((file) => new URL(file, cloud.emulator.url).href);
    const seen = new Map<string, string>();
    for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
      if (seen.has(file) || file.includes('/v1/')) continue;
      const reply = await fetch(file);
      seen.set(file, String(reply.headers.get('content-type')));
      expect({ file, status: reply.status, start: file.startsWith(cloud.emulator.url) }).toEqual({
        file,
        status: 200,
        start: true,
      });
      const base = file;
      if (file.endsWith('.js'))
        wanted.push(...filesIn(await reply.text()).map((name) => new URL(name, base).href));
    }
    const types = new Set(
      [...seen].map(([file, type]) => `${file.slice(file.lastIndexOf('.'))} ${type.split(';')[0] ?? ''}`),
    );
    expect([...types].sort()).toEqual(['.css text/css', '.js text/javascript', '.svg image/svg+xml']);
  });

  test('has no other files', async () => {
    for (const path of [
      '/console/',
      '/console/tsconfig.json',
      '/console/..%2f..%2fgate.js',
      '/console/index.html',
    ])
      expect({ path, status: (await fetch(cloud.emulator.url + path)).status }).toEqual({
        path,
        status: 404,
      });
  });

  test('is neither in the log of requests nor counted', async () => {
    const before = cloud.emulator.control.requests.list().length;
    await fetch(`${cloud.emulator.url}/`);
    expect(cloud.emulator.control.requests.list()).toHaveLength(before);
  });
});

describe('the console without the control API', () => {
  const cloud = useCloud({ control: false });

  test('says on its page that it is off, and how to turn it on', async () => {
    const reply = await fetch(`${cloud.emulator.url}/`);
    expect(reply.status).toBe(200);
    const text = await reply.text();
    expect(text).toContain('The console is off');
    expect(text).toContain('--control');
    expect(text).not.toContain('<script');
  });

  test('has no stream of events', async () => {
    expect((await fetch(`${cloud.emulator.url}/_emulator/events`)).status).toBe(404);
  });
});
