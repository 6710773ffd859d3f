import { showEvents, showLimits, showRequests } from './activity.js';
import { setUpClock, showAges, showClock, showMoney, Time } from './clock.js';
import { byId, element, setText } from './dom.js';
import { setUpFaults, showFaults } from './faults.js';
import { money, words } from './format.js';
import { showResources } from './resources.js';
import { follow } from './stream.js';

/** @typedef {import('../../../../control/console/overview').Overview} Overview */
/** @typedef {import('../../../../control/console/overview').Present} Present */
/** @typedef {import('../../../../control/console/overview').ProjectRow} ProjectRow */
/** @typedef {import('../../../../control/console/changes').Changes} Changes */
/** @typedef {import('./resources.js').Shown} Shown */
/** @typedef {{ id: string }} Row */

/** Real milliseconds for which a resource that has gone is still shown. */
const farewell = 4000;
/** Real milliseconds between two updates of clock, ages and money. */
const beat = 250;

/** How many changes of a status are read out at once. */
const announced = 5;

const time = new Time();
/** @type {readonly ProjectRow[]} */
let projects = [];
/** @type {Record<'resources' | 'requests' | 'events' | 'faults' | 'limits', Map<string, any>>} */
const tables = {
  resources: new Map(),
  requests: new Map(),
  events: new Map(),
  faults: new Map(),
  limits: new Map(),
};
const tableNames = /** @type {(keyof typeof tables)[]} */ (Object.keys(tables));

const chooser = byId('project', HTMLSelectElement);
const problem = byId('problem', HTMLElement);

/**
 * Runs a call of the control API, and shows its error.
 *
 * @param {() => Promise<unknown>} work
 */
function attempt(work) {
  problem.hidden = true;
  work().catch((/** @type {unknown} */ error) => {
    const isNetwork = error instanceof TypeError;
    problem.textContent = isNetwork
      ? 'The emulator does not answer. Is it still running?'
      : String(error instanceof Error ? error.message : error);
    problem.hidden = false;
  });
}

/** @param {Present} present */
function setPresent(present) {
  time.set(present);
  projects = present.projects;
}

/** @param {Overview} overview */
function takeSnapshot(overview) {
  setPresent(overview);
  for (const name of tableNames)
    tables[name] = new Map(overview[name].map((/** @type {Row} */ row) => [row.id, row]));
  showSettings();
  show(tableNames);
}

/** @param {Present & Partial<Changes>} update */
function takeUpdate({ changed = {}, removed = {}, ...present }) {
  setPresent(present);
  announce(changed.resources ?? []);
  for (const id of removed.resources ?? []) sayFarewell(id);
  for (const name of tableNames) {
    for (const row of changed[name] ?? []) tables[name].set(row.id, row);
    if (name !== 'resources') for (const id of removed[name] ?? []) tables[name].delete(id);
  }
  show(tableNames.filter((name) => changed[name] !== undefined || removed[name] !== undefined));
}

/**
 * Tells screen readers which resources have a new status.
 *
 * @param {readonly Shown[]} rows
 */
function announce(rows) {
  const news = rows.flatMap(({ id, name, status }) => {
    const before = tables.resources.get(id);
    return before === undefined || status === undefined || before.status === status
      ? []
      : [`${name} is ${words(status)}.`];
  });
  if (news.length === 0) return;
  const rest = news.length > announced ? [`${news.length - announced} more have changed.`] : [];
  setText(byId('news', HTMLElement), [...news.slice(0, announced), ...rest].join(' '));
}

/** @param {string} id */
function sayFarewell(id) {
  /** @type {Shown | undefined} */
  const before = tables.resources.get(id);
  if (before === undefined) return;
  // A purged volume was in the trash already: it has no end to be shown.
  if (before.status === 'deleted') {
    tables.resources.delete(id);
    return;
  }
  const isMachine = before.kind === 'instance' || before.kind === 'cluster';
  const row = { ...before, status: isMachine ? 'discontinued' : 'deleted', isGone: true };
  tables.resources.set(id, row);
  setTimeout(() => {
    if (tables.resources.get(id) !== row) return;
    tables.resources.delete(id);
    show(['resources']);
  }, farewell);
}

const chosen = () => projects.filter(({ id }) => chooser.value === '' || id === chooser.value);

/** @param {readonly (keyof typeof tables)[]} names */
function show(names) {
  showChooser();
  const ids = new Set(chosen().map(({ id }) => id));
  const clients = new Set(chosen().flatMap(({ clients }) => clients.map(({ id }) => id)));
  /** @param {keyof typeof tables} name */
  const rowsOf = (name) => [...tables[name].values()];
  /** @type {Record<keyof typeof tables, () => void>} */
  const views = {
    resources: () =>
      showResources(
        rowsOf('resources').filter(({ project }) => ids.has(project)),
        attempt,
      ),
    requests: () =>
      showRequests(
        rowsOf('requests').filter(({ clientId }) => chooser.value === '' || clients.has(clientId)),
      ),
    events: () => showEvents(rowsOf('events').filter(({ project }) => ids.has(project))),
    faults: () => showFaults(rowsOf('faults'), attempt),
    limits: () => showLimits(rowsOf('limits').filter(({ project }) => ids.has(project))),
  };
  for (const name of names) views[name]();
  // With only one client, its name is not shown with each request.
  document.body.classList.toggle('one-client', projects.flatMap(({ clients }) => clients).length === 1);
  showTime();
}

function showTime() {
  showClock(time);
  showMoney(chosen(), time);
  showAges(time);
  const machines = [...tables.resources.values()].filter(
    ({ kind, isGone }) => (kind === 'instance' || kind === 'cluster') && isGone !== true,
  ).length;
  const [first] = chosen();
  const rate = chosen().reduce((sum, { pricePerHour }) => sum + pricePerHour, 0);
  document.title =
    machines === 0 || first === undefined
      ? 'Cloud Compute emulator'
      : `${machines} ${machines === 1 ? 'machine' : 'machines'}, ${money(rate, first.currency)}/h`;
}

/** The project menu is shown if there are several projects. */
function showChooser() {
  byId('chooser', HTMLElement).hidden = projects.length < 2;
  const wanted = ['', ...projects.map(({ id }) => id)];
  if (wanted.join('\n') === [...chooser.options].map(({ value }) => value).join('\n')) return;
  const before = chooser.value;
  chooser.replaceChildren(
    element('option', { value: '' }, 'all'),
    ...projects.map(({ id, clients }) =>
      element(
        'option',
        { value: id },
        clients.some((client) => client.id === id) ? id : labelOf(id, clients),
      ),
    ),
  );
  chooser.value = wanted.includes(before) ? before : '';
}

/**
 * @param {string} id
 * @param {ProjectRow['clients']} clients
 */
const labelOf = (id, clients) => `${id} (${clients.map((client) => client.id).join(', ')})`;

function showSettings() {
  const client = projects.flatMap(({ clients }) => clients)[0]?.id ?? 'emulator';
  const secret = client === 'emulator' ? 'emulator' : '<its secret>';
  setText(
    byId('settings', HTMLElement),
    [
      `export CLOUD_COMPUTE_BASE_URL=${location.origin}`,
      `export CLOUD_COMPUTE_CLIENT_ID=${client}`,
      `export CLOUD_COMPUTE_CLIENT_SECRET=${secret}`,
      'pulumi up',
    ].join('\n'),
  );
}

setUpClock(attempt, (reading) => {
  time.set({ clock: reading, realTime: time.real });
  showTime();
});
setUpFaults(attempt);
chooser.addEventListener('change', () => show(tableNames));
byId('only-writes', HTMLInputElement).addEventListener('change', () => show(['requests']));
setInterval(showTime, beat);
follow({
  snapshot: takeSnapshot,
  update: takeUpdate,
  connected(isConnected) {
    const badge = byId('connection', HTMLElement);
    setText(badge, isConnected ? 'live' : 'reconnecting');
    badge.className = `status ${isConnected ? 'good' : 'bad'}`;
  },
});
