// The links of the documentation lead to existing files and headings, also in the package and on the site.
import path from 'node:path';
import { files } from '../../../package.json';
import { deadLinks, pageNames, readPage } from '../../../tools/src/docs/page';

const pages = pageNames().map((name) => readPage(name));

test.each(pages.map((page) => [page.name, page] as const))('%s has no dead link', (_name, page) => {
  expect(deadLinks(page)).toEqual([]);
});

// The package and the site hold the same pages; a link to any other file is dead there.
test.each(pages.map((page) => [page.name, page] as const))(
  '%s links to packed files only',
  (name, { links }) => {
    const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
    const targets = links
      .filter((link) => !/^([a-z]+:|#)/.test(link))
      .map((link) => path.join(path.dirname(name), link.split('#')[0] ?? ''));
    const isPacked = (file: string): boolean =>
      packed.some((part) => file === part || file.startsWith(`${part}/`));
    expect(targets.filter((file) => !isPacked(file))).toEqual([]);
  },
);
