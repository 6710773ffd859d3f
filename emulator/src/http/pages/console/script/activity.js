import { byId, element, find, showList } from './dom.js';
import { latency, localTime, shortIds, timeOfDay, words } from './format.js';

/** @typedef {import('../../../../control/console/overview').RequestRow} RequestRow */
/** @typedef {import('../../../../control/console/overview').EventRow} EventRow */
/** @typedef {import('../../../../control/console/overview').LimitRow} LimitRow */

/** The number of windows on the page; windows with the smallest used part are left out. */
const shownLimits = 8;
/** From this part of a quota on, a window is nearly used up. */
const nearlyFull = 0.8;

/** @param {readonly RequestRow[]} requests oldest first */
export function showRequests(requests) {
  const onlyWrites = byId('only-writes', HTMLInputElement).checked;
  const wanted = requests.filter(({ method }) => !onlyWrites || method !== 'GET').toReversed();
  const count = Number(requests.at(-1)?.id ?? -1) + 1;
  find(document, '#requests-title .count', HTMLElement).textContent = String(count);
  showList(byId('requests', HTMLElement), wanted, requestRow, { isSteady: true });
}

/** @param {RequestRow} request */
function requestRow({ at, method, url, status, milliseconds, clientId, faults = [], command }) {
  const shown = command?.text ?? url;
  return element(
    'tr',
    {},
    element('td', { class: 'time' }, localTime(at)),
    element(
      'td',
      { class: 'request', title: `${method} ${url}${command === undefined ? '' : ` ${command.text}`}` },
      element('b', { class: method === 'GET' ? 'read' : 'write' }, method),
      ' ',
      shortIds(shown),
      ...faults.map((kind) =>
        element('span', { class: 'tag fault-mark', title: 'affected by a fault' }, kind),
      ),
    ),
    element('td', {}, command === undefined ? answerOf(status, milliseconds) : exitOf(command)),
    element('td', { class: 'number' }, milliseconds === null ? '' : latency(milliseconds)),
    element('td', { class: 'client' }, clientId ?? command?.user ?? ''),
  );
}

/** @param {NonNullable<RequestRow['command']>} command */
function exitOf({ exitCode }) {
  if (exitCode === null) return element('span', { class: 'answer busy' }, 'waits');
  return element('span', { class: `answer ${exitCode === 0 ? 'good' : 'bad'}` }, `exit ${exitCode}`);
}

/**
 * @param {number | null} status
 * @param {number | null} milliseconds
 */
function answerOf(status, milliseconds) {
  if (status === null)
    return milliseconds === null
      ? element('span', { class: 'answer busy' }, 'waits')
      : element('span', { class: 'answer bad' }, 'no reply');
  const tone = status >= 400 ? 'bad' : 'good';
  return element('span', { class: `answer ${tone}` }, String(status));
}

/** @param {readonly EventRow[]} events oldest first */
export function showEvents(events) {
  showList(byId('events', HTMLElement), events.toReversed(), (event) =>
    element(
      'tr',
      {},
      element('td', { class: 'time' }, timeOfDay(event.at)),
      element(
        'td',
        { class: 'text', title: event.objectId },
        `${words(event.objectType)} `,
        element('b', {}, event.name ?? shortIds(event.objectId)),
        ` ${words(event.action)}`,
      ),
      element('td', { class: 'client' }, event.client ?? words(event.reason ?? '')),
    ),
  );
}

/** The used part of a quota. @param {LimitRow} limit */
const fillOf = ({ used, quota }) => Math.min(1, used / quota);

/** @param {readonly LimitRow[]} limits */
export function showLimits(limits) {
  // The window of a project comes first, then the windows with the largest used part.
  const rank = (/** @type {LimitRow} */ limit) => fillOf(limit) + (limit.endpoint === undefined ? 1 : 0);
  const sorted = [...limits].sort((left, right) => rank(right) - rank(left));
  const list = byId('limits', HTMLElement);
  showList(list, sorted.slice(0, shownLimits), limitRow, { isSteady: true });
  list.dataset['empty'] = 'No rate-limit window is open.';
}

/** @param {LimitRow} limit */
function limitRow(limit) {
  const bar = element('div', { class: 'bar' });
  bar.style.width = `${fillOf(limit) * 100}%`;
  bar.classList.toggle('nearly', fillOf(limit) >= nearlyFull);
  bar.classList.toggle('full', limit.used > limit.quota);
  const name = limit.endpoint === undefined ? `project ${limit.project}` : shortIds(limit.endpoint);
  return element(
    'li',
    { class: 'limit' },
    element('span', { class: 'request', title: limit.endpoint ?? limit.project }, name),
    element('span', { class: 'number' }, `${limit.used} of ${limit.quota}`),
    element(
      'span',
      { class: 'number hint' },
      element('span', { 'data-resets': String(limit.endsAt) }),
      ' left',
    ),
    element(
      'div',
      {
        class: 'track',
        role: 'meter',
        'aria-label': name,
        'aria-valuemin': '0',
        'aria-valuemax': String(limit.quota),
        'aria-valuenow': String(Math.min(limit.used, limit.quota)),
      },
      bar,
    ),
  );
}
