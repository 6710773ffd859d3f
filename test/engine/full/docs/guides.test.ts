// Each page with commands is followed from its first line to its last.
import { pageNames, readPage } from '../../../../tools/src/docs/page';
import { follow } from '../../support/texts/guide';

jest.setTimeout(600_000);

const pages = pageNames().filter((name) => readPage(name).blocks.some(({ language }) => language === 'sh'));

test.concurrent.each(pages)('the page %s has the results that it shows', async (name) => {
  expect(await follow(name)).not.toBe('');
});
