// The links of the documentation lead to existing files and headings.
import { deadLinks, pageNames, readPage } from '../../../tools/src/docs/page';

const pages = pageNames().map((name) => readPage(name));

test.each(pages.map((page) => [page.name, page] as const))('%s has no dead link', (_name, page) => {
  expect(deadLinks(page)).toEqual([]);
});
