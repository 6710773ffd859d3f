import { byId, element, setText } from './dom.js';
import { dateAndTime, duration, money } from './format.js';
import { call } from './stream.js';

/** @typedef {import('../../../../control/console/overview').Present} Present */
/** @typedef {import('../../../../control/console/overview').ProjectRow} ProjectRow */
/** @typedef {Present['clock']} ClockReading */

const millisecondsPerHour = 3_600_000;
const scales = [1, 10, 60, 600];

/** The cloud's time and that of the emulator, between two messages. */
export class Time {
  /** @type {ClockReading} */
  reading = { now: 0, scale: 1, frozen: true };
  #realTime = 0;
  #receivedAt = 0;

  /** @param {Pick<Present, 'clock' | 'realTime'>} present */
  set({ clock, realTime }) {
    this.reading = clock;
    this.#realTime = realTime;
    this.#receivedAt = performance.now();
  }

  /** Milliseconds of the cloud's clock. */
  get cloud() {
    const { now, scale, frozen } = this.reading;
    return frozen ? now : now + this.#passed * scale;
  }

  /** Milliseconds of the emulator's real time. */
  get real() {
    return this.#realTime + this.#passed;
  }

  get #passed() {
    return performance.now() - this.#receivedAt;
  }
}

/**
 * @param {(work: () => Promise<unknown>) => void} attempt runs a call and shows its error
 * @param {(reading: ClockReading) => void} moved gets the clock as it is after a change
 */
export function setUpClock(attempt, moved) {
  /** @param {object} change */
  const turn = (change) => {
    attempt(async () => {
      const { now, ...rest } = /** @type {{ now: string, scale: number, frozen: boolean }} */ (
        await call('PUT', '/clock', change)
      );
      moved({ now: Date.parse(now), ...rest });
    });
  };
  const freeze = byId('freeze', HTMLButtonElement);
  freeze.addEventListener('click', () => turn({ frozen: freeze.getAttribute('aria-pressed') !== 'true' }));
  for (const button of document.querySelectorAll('button[data-advance]'))
    if (button instanceof HTMLButtonElement)
      button.addEventListener('click', () => turn({ advanceSeconds: Number(button.dataset['advance']) }));
  const scale = byId('scale', HTMLSelectElement);
  scale.addEventListener('change', () => turn({ scale: Number(scale.value) }));
}

/** @param {Time} time */
export function showClock(time) {
  const { scale, frozen } = time.reading;
  setText(byId('now', HTMLElement), `${dateAndTime(time.cloud)} UTC`);
  const pace = byId('pace', HTMLElement);
  const speed = scale === 1 ? '' : ` ×${scale}`;
  setText(pace, frozen ? 'frozen' : `running${speed}`);
  pace.className = `status ${frozen ? 'busy' : 'good'}`;
  const freeze = byId('freeze', HTMLButtonElement);
  freeze.setAttribute('aria-pressed', String(frozen));
  setText(freeze, frozen ? 'Resume' : 'Freeze');
  showScale(byId('scale', HTMLSelectElement), scale);
}

/**
 * @param {HTMLSelectElement} select
 * @param {number} scale
 */
function showScale(select, scale) {
  if (Number(select.value) === scale || select === document.activeElement) return;
  const all = [...new Set([...scales, scale])].sort((left, right) => left - right);
  select.replaceChildren(...all.map((one) => element('option', { value: String(one) }, `×${one}`)));
  select.value = String(scale);
}

/**
 * Shows the money of the chosen projects, as it is now.
 *
 * @param {readonly ProjectRow[]} projects
 * @param {Time} time
 */
export function showMoney(projects, time) {
  const hours = (time.cloud - time.reading.now) / millisecondsPerHour;
  /** @param {(project: ProjectRow) => number} amountOf @param {number} [digits] */
  const sum = (amountOf, digits) => {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const project of projects)
      sums.set(project.currency, (sums.get(project.currency) ?? 0) + amountOf(project));
    return [...sums].map(([currency, amount]) => money(amount, currency, digits)).join(' + ') || '–';
  };
  setText(
    byId('per-hour', HTMLElement),
    sum(({ pricePerHour }) => pricePerHour),
  );
  setText(
    byId('spent', HTMLElement),
    sum(({ spent, pricePerHour }) => spent + pricePerHour * hours, 4),
  );
  setText(
    byId('balance', HTMLElement),
    sum(({ balance, pricePerHour }) => balance - pricePerHour * hours),
  );
}

/**
 * Shows how old everything is, and when it will change.
 *
 * @param {Time} time
 */
export function showAges(time) {
  /** @param {string} name @param {(instant: number) => number} lengthOf */
  const show = (name, lengthOf) => {
    for (const place of document.querySelectorAll(`[data-${name}]`))
      if (place instanceof HTMLElement) setText(place, duration(lengthOf(Number(place.dataset[name]))));
  };
  show('since', (instant) => time.cloud - instant);
  show('until', (instant) => instant - time.cloud);
  show('resets', (instant) => instant - time.real);
}
