import { startEmulator } from 'cloud-compute-emulator';
import type { Page } from 'playwright-core';
import { inBrowser, problemsOf, useBrowser, waitForText } from '../support/browser';
import { machine, useCloud } from '../support/caller';
import { fillCloud, inTrash } from '../support/filledCloud';
import { cutParts, tabTo, unreachable, violationsOf } from '../support/pageChecks';

const wide = { width: 1300, height: 900 };
const machines = 'section[data-kind="machines"]';
const volumes = 'section[data-kind="volumes"]';
const trash = 'section[data-kind="trash"]';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@laptop';

describe('the console in a browser', () => {
  const clients = [
    { id: 'emulator', secret: 'emulator' },
    { id: 'other', secret: 'other' },
  ];
  const cloud = useCloud({ control: true, rateLimits: true, clients });
  const openPage = useBrowser();
  const open = async (): Promise<Page> => {
    const page = await openPage(`${cloud.emulator.url}/`, wide);
    await waitForText(page, '#connection', 'live');
    return page;
  };
  const textOf = (page: Page, selector: string): Promise<string> =>
    page.locator(selector).first().innerText();

  inBrowser('explains the first step, and shows a machine from its order to its end', async () => {
    const page = await open();
    expect(await textOf(page, '#welcome')).toContain(`CLOUD_COMPUTE_BASE_URL=${cloud.emulator.url}`);
    const id = await cloud.owner.instance({ tags: [{ key: 'pulumi-pending', value: 'x' }] });
    await waitForText(page, machines, 'ordered');
    expect(await textOf(page, machines)).toMatch(/trainer\s+pending/);
    expect(await page.evaluate(`document.querySelector('#welcome').hidden`)).toBe(true);
    await page.click('[data-advance="600"]');
    await waitForText(page, machines, 'running');
    await waitForText(page, '#news', 'trainer is running');
    await waitForText(page, '#money', '9,9');
    await cloud.owner.act('delete', id);
    await waitForText(page, machines, 'deleting');
    await page.click('[data-advance="60"]');
    await waitForText(page, machines, 'discontinued');
    await page.locator(machines).waitFor({ state: 'hidden' });
    expect(await problemsOf(page)).toEqual([]);
  });

  inBrowser('shows which volume is on which machine, keys, requests, events and limits', async () => {
    const page = await open();
    const volume = await cloud.owner.volume();
    await page.click('[data-advance="60"]');
    await waitForText(page, volumes, 'detached');
    await cloud.owner.instance({ existing_volumes: [volume] });
    await page.locator(`#row-${volume} a`, { hasText: /^trainer$/ }).waitFor();
    await waitForText(page, machines, 'data');
    await cloud.owner.post('/v1/ssh-keys', { name: 'me', key });
    await waitForText(page, 'section[data-kind="others"]', 'SSH key');
    await cloud.owner.get('/v1/instances/nothing');
    await waitForText(page, '#requests', '/v1/instances/nothing');
    expect(await textOf(page, '#requests tr')).toMatch(
      /GET \/v1\/instances\/nothing\s+404\s+\d+\.\d ms\s+emulator/,
    );
    await waitForText(page, '#events', 'volume data create');
    await waitForText(page, '#limits', '1 of 60');
    await page.click('#only-writes');
    await page.locator('#requests', { hasNotText: /GET/ }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });

  inBrowser('freezes, resumes and speeds up the clock', async () => {
    const page = await open();
    await waitForText(page, '#pace', 'frozen');
    await page.click('#freeze');
    await waitForText(page, '#pace', 'running');
    expect(cloud.emulator.clock.frozen).toBe(false);
    await page.selectOption('#scale', '60');
    // The options of #scale always show ×60; #pace shows it only after the emulator has accepted it.
    await waitForText(page, '#pace', '×60');
    expect(cloud.emulator.clock.scale).toBe(60);
    await page.click('#freeze');
    await waitForText(page, '#freeze', 'Resume');
    await page.locator('#freeze[aria-pressed=true]').waitFor();
  });

  inBrowser('sets a fault, shows the affected request, and removes the fault', async () => {
    const page = await open();
    await page.click('#fault-form summary');
    await page.selectOption('#fault-form [name=kind]', 'status');
    await page.fill('#fault-form [name=status]', '502');
    await page.fill('#fault-form [name=operation]', 'getBalances');
    await page.click('#fault-form button');
    await waitForText(page, '#fault-form .error', '"getBalances"');
    await page.fill('#fault-form [name=operation]', 'getBalance');
    await page.click('#fault-form button');
    await waitForText(page, '#faults', 'getBalance');
    await waitForText(page, '#faults', 'applied to 0 of 1');
    expect((await cloud.owner.get('/v1/balance')).status).toBe(502);
    await waitForText(page, '#faults', 'applied to 1 of 1');
    expect(await textOf(page, '#requests tr')).toMatch(/GET \/v1\/balance\s*status\s+502/);
    await page.click('#faults button');
    await page.locator('#faults > *').waitFor({ state: 'detached' });
    expect(cloud.emulator.control.faults.list()).toEqual([]);
  });

  inBrowser('sets a fault that rewrites fields of a reply, and shows the reason of a refusal', async () => {
    const page = await open();
    await page.click('#fault-form summary');
    await page.selectOption('#fault-form [name=kind]', 'rewrite');
    await page.fill('#fault-form [name=operation]', 'getBalance');
    await page.fill('#fault-form [name=set]', 'amount: 1');
    await page.click('#fault-form button');
    await waitForText(page, '#fault-form .error', 'set has to be of type object');
    await page.fill('#fault-form [name=set]', '{ "amount": 1, "note": "rewritten" }');
    await page.click('#fault-form button');
    await waitForText(page, '#faults', 'set {"amount":1,"note":"rewritten"}');
    expect((await cloud.owner.get('/v1/balance')).body).toMatchObject({ amount: 1, note: 'rewritten' });
  });

  inBrowser('shows names and tags as text, whatever they contain', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await cloud.owner.volume({ name: markup, tags: [{ key: 'team', value: '<b>bold</b>' }] });
    const page = await open();
    await waitForText(page, volumes, markup);
    await waitForText(page, volumes, 'team=<b>bold</b>');
    expect(
      await page.evaluate(`document.querySelectorAll('main img, main script, section[data-kind] b').length`),
    ).toBe(0);
    expect(await problemsOf(page)).toEqual([]);
  });

  inBrowser('shows a single project or all projects', async () => {
    const page = await open();
    const other = await cloud.caller('other', 'other');
    await cloud.owner.instance();
    await other.post('/v1/instances', machine({ hostname: 'foreign' }));
    await waitForText(page, machines, 'foreign');
    await page.selectOption('#project', 'emulator');
    await page.locator(machines, { hasNotText: /foreign/ }).waitFor();
    await waitForText(page, machines, 'trainer');
    expect(await textOf(page, '#requests')).not.toContain('other');
    await page.selectOption('#project', '');
    await waitForText(page, machines, 'foreign');
  });

  inBrowser('fits a narrow window, and has a name for every control', async () => {
    await cloud.owner.instance({
      hostname: 'a-machine-with-quite-a-long-name',
      tags: [{ key: 'k', value: 'v' }],
    });
    const page = await open();
    await waitForText(page, machines, 'a-machine');
    await page.setViewportSize({ width: 400, height: 800 });
    expect(
      await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    const fits = ({ of }: { of: string }) =>
      page.evaluate(`((one) => one.scrollWidth <= one.clientWidth)(document.querySelector('${of} .scroll'))`);
    expect([await fits({ of: machines }), await fits({ of: volumes })]).toEqual([true, true]);
    await page.click('#fault-form summary');
    const nameless = await page.evaluate<string[]>(`[...document.querySelectorAll('input, select, button')]
      .filter((one) => !(one.getAttribute('aria-label') ?? one.innerText.trim()) && !one.labels?.[0]?.innerText.trim())
      .map((one) => one.outerHTML)`);
    expect(nameless).toEqual([]);
  });

  for (const width of [400, 800, 1440, 1920])
    inBrowser(`cuts nothing in a window of ${width} pixels, and Tab reaches every control`, async () => {
      await fillCloud(cloud);
      const page = await open();
      await page.setViewportSize({ width, height: 800 });
      await waitForText(page, machines, 'worker');
      expect(await cutParts(page)).toEqual([]);
      expect(await unreachable(page)).toEqual([]);
      await page.click(`${trash} summary`);
      await page.click('#fault-form summary');
      expect(await cutParts(page)).toEqual([]);
      expect(await unreachable(page)).toEqual([]);
      await page.click('button[aria-label="Evict worker"]');
      expect(await cutParts(page)).toEqual([]);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    inBrowser(`has no fault that axe-core finds, in ${colorScheme} colours`, async () => {
      await fillCloud(cloud);
      const page = await open();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await waitForText(page, machines, 'worker');
      expect(await violationsOf(page)).toEqual([]);
      await page.click(`${trash} summary`);
      await page.click('#fault-form summary');
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 400, height: 800 });
      expect(await violationsOf(page)).toEqual([]);
      await page.click('button[aria-label="Evict worker"]');
      await page.locator('#confirm[open]').waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });

  inBrowser('keeps the trash closed, after all that exists', async () => {
    await fillCloud(cloud);
    const page = await open();
    await waitForText(page, `${trash} summary`, `Trash ${inTrash}`);
    expect(await textOf(page, volumes)).not.toContain('old-0');
    expect(await page.locator(trash).getByText('old-0').isVisible()).toBe(false);
    const order = await page.evaluate<string[]>(
      `[...document.querySelectorAll('section[data-kind]')].map((one) => one.dataset.kind)`,
    );
    expect(order).toEqual(['machines', 'volumes', 'others', 'trash']);
    await tabTo(page, `${trash} summary`);
    await page.keyboard.press('Enter');
    await page.locator(trash).getByText('old-0').waitFor();
  });

  inBrowser('evicts a spot machine after a question, by keyboard alone', async () => {
    const spot = await fillCloud(cloud);
    const page = await open();
    await waitForText(page, machines, 'worker');
    expect(await page.locator(machines).getByRole('button').allInnerTexts()).toEqual(['Evict']);
    const evict = 'button[aria-label="Evict worker"]';
    const focused = (): Promise<string> => page.evaluate('document.activeElement.innerText');
    await tabTo(page, evict);
    await page.keyboard.press('Enter');
    await waitForText(page, '#confirm', 'Evict worker?');
    expect(await focused()).toBe('Cancel');
    await page.keyboard.press('Escape');
    await page.locator('#confirm').waitFor({ state: 'hidden' });
    // The row is built anew: first while its button has the focus, then while the question is open.
    const changeRow = async (key: string): Promise<void> => {
      await cloud.owner.post(`/v1/instances/${spot}/tags`, { key, value: 'run' });
      await waitForText(page, machines, `${key}=run`);
    };
    await changeRow('first');
    expect(await focused()).toBe('Evict');
    await page.keyboard.press('Enter');
    await page.locator('#confirm[open]').waitFor();
    await changeRow('second');
    await page.keyboard.press('Enter');
    await page.locator('#confirm').waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Evict');
    expect((await cloud.owner.readInstance(spot)).status).toBe('running');
    await page.keyboard.press('Enter');
    await page.locator('#confirm[open]').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Evict');
    await page.keyboard.press('Enter');
    await waitForText(page, '#events', 'spot discontinue');
    expect((await cloud.owner.readInstance(spot)).status).toBe('discontinued');
    await page.locator(evict).waitFor({ state: 'detached' });
    expect(await focused()).toMatch(/^Machines/);
    expect(await problemsOf(page)).toEqual([]);
  });

  inBrowser('connects again when the emulator is back', async () => {
    const page = await open();
    const port = Number(new URL(cloud.emulator.url).port);
    await cloud.emulator.close();
    await waitForText(page, '#connection', 'reconnecting');
    await page.click('#freeze');
    await waitForText(page, '#problem', 'The emulator does not answer');
    const next = await startEmulator({ control: true, port });
    try {
      await waitForText(page, '#connection', 'live');
    } finally {
      await next.close();
    }
  });
});
