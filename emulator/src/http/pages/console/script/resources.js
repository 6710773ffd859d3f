import { element, find, showList } from './dom.js';
import { price, toneOf, words } from './format.js';

/** @typedef {import('../../../../control/console/resources').ResourceRow} ResourceRow */
/** @typedef {ResourceRow & { isGone?: boolean }} Shown a resource, also shortly after its end */

/** The tag that the Pulumi package puts on its orders. */
const pendingTag = 'pulumi-pending';
const pendingMeaning = 'Ordered by Pulumi, and its id is not known to be in the state yet.';

/** @type {Record<string, string>} */
const kindNames = { group: 'Instance group', sshKey: 'SSH key', script: 'Startup script' };

/**
 * Shows machines, volumes and the rest, with their relations.
 *
 * @param {readonly Shown[]} rows
 */
export function showResources(rows) {
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
  showSection('machines', machines, machineRow);
  const inTrash = (/** @type {Shown} */ { status }) => Number(status === 'deleted');
  showSection(
    'volumes',
    volumes
      .sort((left, right) => inTrash(left) - inTrash(right))
      .map((row) => ({ ...row, related: relatedTo(row.machines) })),
    volumeRow,
  );
  showSection(
    'others',
    oldestFirst
      .filter(({ kind }) => !['instance', 'cluster', 'volume'].includes(kind))
      .map((row) => ({ ...row, related: relatedTo(row.machines) })),
    otherRow,
  );
  find(document, '#welcome', HTMLElement).hidden = rows.length > 0;
}

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
    shown.classList.toggle('gone', row.isGone === true || row.status === 'deleted');
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

/** @param {Shown & { related: Link[] }} row */
function machineRow(row) {
  return element(
    'tr',
    {},
    statusCell(row),
    nameCell(row),
    element(
      'td',
      {},
      ...withBadge(row.type, row.isSpot === true ? 'spot' : undefined),
      element('small', {}, [row.location, row.address].filter((text) => text !== undefined).join(' · ')),
    ),
    element('td', { class: 'minor relations' }, ...linksTo(row.related)),
    ageCell(row),
    priceCell(row),
  );
}

/** @param {Shown & { related: Link[] }} row */
function volumeRow(row) {
  return element(
    'tr',
    {},
    statusCell(row),
    nameCell(row),
    element('td', {}, ...withBadge(row.type, row.isOsVolume === true ? 'OS' : undefined)),
    element('td', { class: 'number' }, `${row.gigabytes ?? '?'} GB`),
    element('td', { class: 'minor' }, row.location ?? ''),
    element('td', { class: 'minor relations' }, ...linksTo(row.related)),
    ageCell(row),
    priceCell(row),
  );
}

/** @param {Shown & { related: Link[] }} row */
function otherRow(row) {
  const details = [row.type, row.location, row.note].filter((text) => text !== undefined);
  return element(
    'tr',
    {},
    element('td', {}, kindNames[row.kind] ?? row.kind),
    element('th', { scope: 'row', title: row.id }, row.name),
    element('td', { class: 'minor' }, details.join(' · ')),
    element('td', {}, ...linksTo(row.related)),
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
 * @param {string} [text]
 * @param {string} [badge]
 */
const withBadge = (text = '', badge) =>
  badge === undefined ? [text] : [text, ' ', element('span', { class: 'tag' }, badge)];
