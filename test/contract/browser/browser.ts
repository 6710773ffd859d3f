import { Chromium, findChromium } from '../../../tools/src/browser/chromium';
import type { PageOptions } from '../../../tools/src/browser/chromium';
import type { Page } from '../../../tools/src/browser/page';

const executable = findChromium();

/** A test that needs a browser. It is skipped if there is none, and its title says so. */
export function inBrowser(title: string, work: () => Promise<void>): void {
  if (executable !== undefined) test(title, work);
  else test.skip(`${title} (skipped: no Chromium on the PATH, and CHROME_PATH is not set)`, work);
}

/** A browser for the tests of a file, if there is one. */
export function useBrowser(): { open(url: string, options: PageOptions): Promise<Page> } {
  let browser: Chromium | undefined;
  beforeAll(async () => {
    if (executable !== undefined) browser = await Chromium.start(executable);
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    open(url, options) {
      if (browser === undefined) throw new Error('There is no browser: write the test with inBrowser.');
      return browser.open(url, options);
    },
  };
}
