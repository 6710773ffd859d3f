// `npm run docs` builds a site of all pages that fetches nothing from other hosts.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pageNames } from '../../../../tools/src/docs/page';

jest.setTimeout(300_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');
let site: string;

beforeAll(async () => {
  site = await mkdtemp(path.join(os.tmpdir(), 'site-'));
  const vitepress = path.join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  await promisify(execFile)(process.execPath, [vitepress, 'build', 'tools/site', '--outDir', site], {
    cwd: root,
  });
});

afterAll(() => rm(site, { recursive: true, force: true }));

const filesWith = async (extension: string): Promise<string[]> =>
  (await readdir(site, { recursive: true })).filter((file) => file.endsWith(extension)).sort();

test('the site has every page of the documentation', async () => {
  const pages = pageNames().map((name) => name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));
  expect(await filesWith('.html')).toEqual(expect.arrayContaining(pages));
});

test('the site fetches nothing from other hosts', async () => {
  const fetched = await Promise.all(
    (await filesWith('.html')).map(async (page) =>
      Array.from(
        (await readFile(path.join(site, page), 'utf8')).matchAll(
          /<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"/g,
        ),
        ([, address = '']) => address,
      ),
    ),
  );
  expect(fetched.flat().length).toBeGreaterThan(100);
  expect(fetched.flat().filter((address) => /^(\w+:)?\/\//.test(address))).toEqual([]);
});

test('the site shows the logo', async () => {
  const page = await readFile(path.join(site, 'index.html'), 'utf8');
  expect(/<link rel="icon" href="([^"]*)"/.exec(page)?.[1]).toBe('/logo.svg');
  expect(/<img class="VPImage logo" src="([^"]*)"/.exec(page)?.[1]).toBe('/logo.svg');
  expect(await filesWith('.svg')).toContain('logo.svg');
});

test('the programs of a page are tabs', async () => {
  const page = await readFile(path.join(site, 'docs', 'reference', 'resources', 'Fleet.html'), 'utf8');
  const titles = Array.from(page.matchAll(/<label data-title="([^"]*)"/g), ([, title]) => title);
  expect(titles).toEqual(['TypeScript', 'TypeScript, native plugin', 'YAML', 'Python', 'Go', 'Java']);
  expect(page.match(/class="vp-code-group/g)).toHaveLength(1);
  expect(page).not.toContain('<strong>YAML</strong>');
});

test.each([
  ['_index', 'Cloud Compute', 1],
  ['installation-configuration', 'Cloud Compute Installation &amp; Configuration', 2],
])('the page %s of the Registry has a heading and tabs', async (name, heading, groups) => {
  const page = await readFile(path.join(site, 'docs', `${name}.html`), 'utf8');
  expect(/<h1[^>]*>(.*?) <a/.exec(page)?.[1]).toBe(heading);
  expect(page.includes('choosable')).toBe(false);
  const titles = Array.from(page.matchAll(/<label data-title="([^"]*)"/g), ([, title]) => title);
  const languages = ['TypeScript', 'Python', 'Go', 'Java', 'YAML'];
  expect(titles).toEqual(Array.from({ length: groups }, () => languages).flat());
});

test('the site searches the reference in the browser', async () => {
  const [index = 'none'] = (await filesWith('.js')).filter((file) => file.includes('localSearchIndex'));
  const words = await readFile(path.join(site, index), 'utf8');
  expect(words.includes('deletepermanently')).toBe(true);
});
