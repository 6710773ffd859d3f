// Each guide, followed from its first line to its last.
import { pageNames, readPage } from '../../../tools/src/docs/page';
import { follow } from '../support/guide';

jest.setTimeout(300_000);

const guides = pageNames().filter(
  (name) =>
    name.startsWith('docs/guides/') && readPage(name).blocks.some(({ language }) => language === 'sh'),
);

test.concurrent.each(guides)('%s does what it says', async (name) => {
  expect(await follow(name)).not.toBe('');
});
