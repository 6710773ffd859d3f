import { inBrowser, problemsOf, useBrowser } from '../support/browser';
import { Caller, useCloud } from '../support/caller';
import { Contract } from '../../../tools/src/contract/document';

interface Served {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

const contract = Contract.read().document as unknown as Served;

const operations = Object.values(contract.paths).flatMap((item) => Object.values(item));

describe('the schema and its reference page', () => {
  const cloud = useCloud();
  const open = useBrowser();

  const page = (): string => `${cloud.emulator.url}/v1/docs`;

  /** The addresses of all files that the page loads. */
  const filesOf = (html: string): string[] =>
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address, `${page()}/`).href,
    );

  test('are available to everybody', async () => {
    const { status, body } = await new Caller(cloud.emulator.url).get<Served>('/v1/openapi.json');
    expect({ status, version: body.openapi }).toEqual({ status: 200, version: '3.1.0' });
    expect(body).toEqual(contract);
  });

  test('need no token and no files of other servers, and all their files exist', async () => {
    const response = await fetch(page());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const files = filesOf(await response.text());
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(1);
    expect(files.filter((file) => !file.startsWith(page()))).toEqual([]);
    for (const file of files) {
      const reply = await fetch(file);
      expect({ file, status: reply.status }).toEqual({ file, status: 200 });
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  test('are also available with a slash at the end of the address', async () => {
    expect((await fetch(`${page()}/`)).status).toBe(200);
  });

  test('are in the log of requests, also if a file is missing', async () => {
    for (const file of ['', '/static/swagger-ui.css', '/nothing']) await fetch(page() + file);
    const asked = cloud.emulator.control.requests.list().slice(-3);
    expect(asked.map(({ operationId, status }) => [operationId, status])).toEqual([
      ['getDocs', 200],
      [undefined, 200],
      [undefined, 403],
    ]);
  });

  inBrowser('list every operation in a browser', async () => {
    const shown = await open(page(), { width: 1200, height: 1600 });
    await shown
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor();
    const dom = await shown.evaluate<string>('document.body.outerHTML');
    const missing = operations.filter(({ operationId }) => !dom.includes(`-${operationId}"`));
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
    expect(dom).not.toContain('Failed to load');
    expect(await problemsOf(shown)).toEqual([]);
  });
});
