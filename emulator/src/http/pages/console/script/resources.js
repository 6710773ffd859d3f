import { confirm } from './confirm.js';
import { element, find, showList } from './dom.js';
import { price, toneOf, words } from './format.js';
import { call } from './stream.js';

/** @typedef {import('../../../../control/console/resources').ResourceRow} ResourceRow */
/** @typedef {ResourceRow & { isGone?: boolean }} Shown a resource, also shortly after its end */

/** The tag that the Pulumi package puts on its orders. */
const pendingTag = 'pulumi-pending';
const pendingMeaning = 'Ordered by Pulumi, and its id is not known to be in the state yet.';

/** @type {Record<string, string>} */
const kindNames = { group: 'Instance group', sshKey: 'SSH key', script: 'Startup script' };

/**
 * Shows machines, volumes and the rest, with their relations, and the trash.
 *
 * @param {readonly Shown[]} rows
 * @param {(work: () => Promise<unknown>) => void} attempt runs a call and shows its error
 */
export function showResources(rows, attempt) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const oldestFirst = [...rows].sort((left, right) => (left.createdAt ?? 0) - (right.createdAt ?? 0));
  const volumes = oldestFirst.filter(({ kind }) => kind === 'volume');
  const groups = rows.filter(({ kind }) => kind === 'group');
  const related = relationsOf([...groups, ...volumes]);
  /** @param {readonly string[]} [ids] */
  const relatedTo = (ids = []) => ids.flatMap((id) => linkTo(byId.get(id)));

  const machines = oldestFirst
    .filter(({ kind }) => kind === 'instance' || kind === 'cluster')
    .map((row) => ({ ...row, related: related.get(row.id) ?? [] }));
  showSection('machines', machines, (row) => machineRow(row, attempt));
  showSection(
    'volumes',
    volumes.filter((row) => !isInTrash(row)).map((row) => ({ ...row, related: relatedTo(row.machines) })),
    volumeRow,
  );
  showSection(
    'others',
    oldestFirst
      .filter(({ kind }) => !['instance', 'cluster', 'volume'].includes(kind))
      .map((row) => ({ ...row, related: relatedTo(row.machines) })),
    otherRow,
  );
  showSection('trash', volumes.filter(isInTrash), trashRow);
  find(document, '#welcome', HTMLElement).hidden = rows.length > 0;
}

/** @param {Shown} row */
const isInTrash = ({ status, isGone }) => status === 'deleted' && isGone !== true;

/**
 * @template {Shown} Row
 * @param {string} kind
 * @param {readonly Row[]} rows
 * @param {(row: Row) => HTMLElement} build
 */
function showSection(kind, rows, build) {
  const section = find(document, `section[data-kind="${kind}"]`, HTMLElement);
  section.hidden = rows.length === 0;
  find(section, '.count', HTMLElement).textContent = String(rows.filter(({ isGone }) => !isGone).length);
  showList(find(section, 'tbody', HTMLElement), rows, (row) => {
    const shown = build(row);
    shown.id = `row-${row.id}`;
    shown.classList.toggle('gone', row.isGone === true);
    return shown;
  });
}

/** @typedef {{ id: string, text: string }} Link */

/**
 * @param {Shown | undefined} row
 * @returns {Link[]}
 */
const linkTo = (row) =>
  row === undefined ? [] : [{ id: row.id, text: row.isOsVolume === true ? 'OS volume' : row.name }];

/**
 * Links to the volumes of each machine, by the machine's id.
 *
 * @param {readonly Shown[]} rows
 */
function relationsOf(rows) {
  /** @type {Map<string, Link[]>} */
  const links = new Map();
  for (const row of rows)
    for (const id of row.machines ?? []) links.set(id, [...(links.get(id) ?? []), ...linkTo(row)]);
  return links;
}

/** @param {readonly Link[]} links */
const linksTo = (links) =>
  links.map(({ id, text }) => element('a', { class: 'relation', href: `#row-${id}` }, text));

/**
 * @param {Shown & { related: Link[] }} row
 * @param {(work: () => Promise<unknown>) => void} attempt
 */
function machineRow(row, attempt) {
  return element(
    'tr',
    {},
    statusCell(row),
    nameCell(row),
    element(
      'td',
      { class: 'type' },
      ...withBadge(row.type, row.isSpot === true ? 'spot' : undefined),
      ...(canBeEvicted(row) ? [' ', evictButton(row, attempt)] : []),
      element('small', {}, [row.location, row.address].filter((text) => text !== undefined).join(' · ')),
    ),
    element('td', { class: 'minor relations' }, ...linksTo(row.related)),
    ageCell(row),
    priceCell(row),
  );
}

/** @param {Shown} row */
const canBeEvicted = ({ isSpot, isGone, status }) =>
  isSpot === true && isGone !== true && status !== 'deleting';

/**
 * @param {Shown} row
 * @param {(work: () => Promise<unknown>) => void} attempt
 */
function evictButton({ id, name }, attempt) {
  const button = element(
    'button',
    { type: 'button', class: 'small', id: `evict-${id}`, 'aria-label': `Evict ${name}` },
    'Evict',
  );
  button.addEventListener('click', () => {
    confirm(
      {
        title: `Evict ${name}?`,
        text: 'The machine is gone at once. Each of its volumes is kept, moved to the trash or deleted, as its on_spot_discontinue says.',
        action: 'Evict',
      },
      () => attempt(() => call('POST', '/evict', { instanceId: id })),
    );
  });
  return button;
}

/** @param {Shown & { related: Link[] }} row */
function volumeRow(row) {
  return element(
    'tr',
    {},
    ...volumeCells(row),
    element('td', { class: 'minor relations' }, ...linksTo(row.related)),
    ageCell(row),
    priceCell(row),
  );
}

/** @param {Shown} row */
const trashRow = (row) => element('tr', {}, ...volumeCells(row), ageCell(row));

/** @param {Shown} row */
const sizeOf = ({ gigabytes }) => `${gigabytes ?? '?'} GB`;

/** @param {Shown} row */
const volumeCells = (row) => [
  statusCell(row),
  nameCell(row),
  element(
    'td',
    { class: 'type' },
    ...withBadge(row.type, row.isOsVolume === true ? 'OS' : undefined),
    element('small', { class: 'narrow' }, sizeOf(row)),
  ),
  element('td', { class: 'number minor' }, sizeOf(row)),
  element('td', { class: 'minor' }, row.location ?? ''),
];

/** @param {Shown & { related: Link[] }} row */
function otherRow(row) {
  const details = [row.type, row.location, row.note].filter((text) => text !== undefined);
  return element(
    'tr',
    {},
    element('td', {}, kindNames[row.kind] ?? row.kind),
    element('th', { scope: 'row', title: row.id }, row.name),
    element('td', { class: 'minor text' }, details.join(' · ')),
    element('td', { class: 'relations' }, ...linksTo(row.related)),
    ageCell(row),
  );
}

/** @param {Shown} row */
function statusCell({ status = '', next, isGone }) {
  const planned = isGone === true ? undefined : next;
  const cell = element('td', {}, element('span', { class: `status ${toneOf(status)}` }, words(status)));
  if (planned === undefined) return cell;
  const left = element('span', { 'data-until': String(planned.at) });
  cell.append(element('small', { class: 'next' }, `${words(planned.status)} in `, left));
  return cell;
}

/** @param {Shown} row */
const ageCell = ({ createdAt }) =>
  element('td', {
    class: 'number minor',
    ...(createdAt !== undefined && { 'data-since': String(createdAt) }),
  });

/** @param {Shown} row */
const priceCell = ({ pricePerHour = 0 }) =>
  element('td', { class: 'number' }, pricePerHour === 0 ? '–' : price(pricePerHour));

/**
 * The name, and below it the note and the tags of the resource.
 *
 * @param {Shown} row
 */
function nameCell({ id, name, note, tags = [] }) {
  const badges = tags.flatMap(({ key }) =>
    key === pendingTag
      ? [' ', element('span', { class: 'tag pending', title: pendingMeaning }, 'pending')]
      : [],
  );
  const own = tags.filter(({ key }) => key !== pendingTag);
  const details = element(
    'small',
    {},
    ...(note === undefined ? [] : [note, ' ']),
    ...own.map(({ key, value }) =>
      element('span', { class: 'tag', title: `${key}=${value}` }, `${key}=${value}`),
    ),
  );
  return element('th', { scope: 'row', title: id }, name, ...badges, details);
}

/**
 * The name of a type, which a narrow column may break after a dot or an underscore.
 *
 * @param {string} [text]
 * @param {string} [badge]
 */
const withBadge = (text = '', badge) => [
  ...text.split(/(?<=[._])/).flatMap((part, index) => (index === 0 ? [part] : [element('wbr'), part])),
  ...(badge === undefined ? [] : [' ', element('span', { class: 'tag' }, badge)]),
];
