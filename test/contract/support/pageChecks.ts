import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The visible texts and controls of a page, which must not be cut. */
const parts =
  'td, th, dd, dt, time, p, h1, h2, a, label, button, select, input, summary, .number, .status, .tag';

/** Texts that are wider than their own box, a box around them, or the window; and the page itself if it is too wide. */
export function cutParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { documentElement: root } = document;
    const cut = root.scrollWidth > root.clientWidth ? ['the page'] : [];
    for (const part of document.querySelectorAll(${JSON.stringify(parts)})) {
      if (!part.checkVisibility() || part.closest('.hidden')) continue;
      const content = document.createRange();
      content.selectNodeContents(part);
      const { left, right, width } = content.getBoundingClientRect();
      if (width === 0) continue;
      let isCut = part.scrollWidth > part.clientWidth && getComputedStyle(part).display !== 'inline';
      for (let box = part; box !== null; box = box.parentElement) {
        const limits = box.getBoundingClientRect();
        const clips = box === root || getComputedStyle(box).overflowX !== 'visible';
        isCut ||= clips && (left < limits.left - 1 || right > limits.right + 1);
      }
      if (isCut) cut.push(part.tagName.toLowerCase() + ' ' + (part.textContent || part.value));
    }
    return cut;
  })()`);
}

/** What axe-core finds against the levels A and AA of the accessibility guidelines: rule and element. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Presses Tab until the focus is on such an element, at most once around the page. */
export async function tabTo(page: Page, selector: string, direction = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 300; pressed += 1) {
    await page.keyboard.press(direction);
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`No Tab leads to ${selector}.`);
}

/**
 * The visible controls that Tab does not reach from the top of the page, or that are out of sight when it reaches
 * them.
 */
export async function unreachable(page: Page): Promise<string[]> {
  await page.evaluate(`(() => {
    window.wanted = new Set([...document.querySelectorAll('a[href], button, select, input, summary, [tabindex="0"]')]
      .filter((one) => one.checkVisibility()));
    window.covered = [];
  })()`);
  const reached = `(() => {
    const one = document.activeElement;
    const { left, top, width, height } = one.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 10));
    if (one !== document.body && !one.contains(seen) && !seen?.contains(one)) window.covered.push(one.outerHTML);
    window.wanted.delete(one);
    return one === document.body;
  })()`;
  // The first round may begin amid the page; after the last control Tab leaves the page, and comes back.
  for (let pressed = 0, rounds = 0; pressed < 300 && rounds < 2; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(reached)) rounds += 1;
  }
  return page.evaluate<string[]>(`[...window.wanted].map((one) => one.outerHTML).concat(window.covered)`);
}
