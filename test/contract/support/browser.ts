import type { Browser, Page } from 'playwright-core';
import { findChromium, startChromium } from '../../../tools/src/testing/chromium';

const executable = findChromium();

/** A test that needs a browser. It is skipped if there is none, and its title says so. */
export function inBrowser(title: string, work: () => Promise<void>): void {
  if (executable !== undefined) test(title, work);
  else test.skip(`${title} (skipped: no Chromium on the PATH, and CHROME_PATH is not set)`, work);
}

/** Opens pages in a browser for the tests of a file; each is closed after its test. */
export function useBrowser(): (url: string, viewport: { width: number; height: number }) => Promise<Page> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executable !== undefined) browser = await startChromium(executable);
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async (url, viewport) => {
    if (browser === undefined) throw new Error('There is no browser: write the test with inBrowser.');
    const page = await browser.newPage({ viewport });
    await page.goto(url);
    return page;
  };
}

/**
 * Waits until an element is visible and its text contains these words, with the same case.
 * (The policy of the console refuses `waitForFunction`, which evaluates a text in the page.)
 */
export async function waitForText(page: Page, selector: string, words: string): Promise<void> {
  const hasText = new RegExp(words.replace(/[^\w\s]/g, '\\$&'));
  await page.locator(selector, { hasText }).waitFor();
}

/** The errors in a page: exceptions, refused files, violations of its policy. */
export async function problemsOf(page: Page): Promise<string[]> {
  const messages = (await page.consoleMessages()).filter((message) => message.type() === 'error');
  return [
    ...(await page.pageErrors()).map(({ message }) => message),
    ...messages.map((message) => `${message.text()} ${message.location().url}`),
  ];
}
