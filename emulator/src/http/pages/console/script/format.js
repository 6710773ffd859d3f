const seconds = { d: 86_400, h: 3600, min: 60, s: 1 };

/**
 * A duration in its two largest units: `2 h 5 min`.
 *
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  let rest = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [];
  for (const [unit, length] of Object.entries(seconds)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0 s';
}

/**
 * @param {number} amount
 * @param {string} currency
 * @param {number} [digits]
 */
export function money(amount, currency, digits = 2) {
  const text = amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text} ${currency.toUpperCase()}`;
}

/**
 * A price per hour: volumes cost parts of a cent.
 *
 * @param {number} amount
 */
export const price = (amount) =>
  amount.toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/**
 * The cloud's time in UTC, as the API shows it.
 *
 * @param {number} instant
 */
export const dateAndTime = (instant) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

/** @param {number} instant */
export const timeOfDay = (instant) => new Date(instant).toISOString().slice(11, 19);

/** @param {number} instant real time, shown in the zone of the reader */
export const localTime = (instant) => new Date(instant).toTimeString().slice(0, 8);

/** @param {number} milliseconds */
export const latency = (milliseconds) =>
  milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${milliseconds.toFixed(1)} ms`;

/**
 * A path with its ids shortened.
 *
 * @param {string} text
 */
export const shortIds = (text) => text.replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}/g, '$1…');

/** The colour of each status. A status that is not listed here is shown as a change in progress. */
const tones = {
  good: ['running', 'attached'],
  idle: ['offline', 'detached', 'deleted', 'discontinued', 'canceled', 'exported', 'notfound'],
  bad: ['error', 'installation_failed', 'no_capacity'],
};

/** @param {string} status */
export const toneOf = (status) =>
  Object.entries(tones).find(([, statuses]) => statuses.includes(status))?.[0] ?? 'busy';

/**
 * Makes codes of the API readable: `installation_failed`, `detach:complete`.
 *
 * @param {string} code
 */
export const words = (code) => code.replaceAll(/[_:]/g, ' ');
