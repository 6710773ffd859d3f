/**
 * Creates an element. Children are elements or text: text is never read as HTML, since names and tags come from users.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

/**
 * The element with this id.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return found;
}

/**
 * The first element that matches.
 *
 * @template {HTMLElement} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function find(parent, selector, kind) {
  const found = parent.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} that matches ${selector}.`);
  return found;
}

/** The content that each element shows. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Shows a list as the children of an element, in the order of the list. A child is built again only when its content
 * differs. New and different children are highlighted, unless the whole list is new.
 *
 * @template {{ id: string }} Item
 * @param {HTMLElement} parent
 * @param {readonly Item[]} items
 * @param {(item: Item) => HTMLElement} build
 * @param {{ isSteady?: boolean }} [options] `isSteady`: the list changes all the time, so nothing is highlighted
 */
export function showList(parent, items, build, { isSteady = false } = {}) {
  const isFirst = parent.dataset['filled'] === undefined;
  parent.dataset['filled'] = '';
  /** @type {Map<string, HTMLElement>} */
  const before = new Map();
  for (const child of parent.children)
    if (child instanceof HTMLElement) before.set(child.dataset['row'] ?? '', child);
  let place = parent.firstElementChild;
  for (const item of items) {
    const content = JSON.stringify(item);
    let child = before.get(item.id);
    before.delete(item.id);
    if (child === undefined || shown.get(child) !== content) {
      const fresh = build(item);
      fresh.dataset['row'] = item.id;
      shown.set(fresh, content);
      if (!isFirst && !isSteady) highlight(fresh);
      if (child !== undefined) {
        if (place === child) place = fresh;
        replace(child, fresh);
      }
      child = fresh;
    }
    if (place === child) place = child.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of before.values()) {
    const hadFocus = child.contains(document.activeElement);
    child.remove();
    if (hadFocus) focusTitle(parent);
  }
}

/**
 * Replaces a row. The focus stays on the same control or, if the new row lacks it, goes to the title of the list.
 *
 * @param {HTMLElement} row
 * @param {HTMLElement} fresh
 */
function replace(row, fresh) {
  const { activeElement } = document;
  const hadFocus = row.contains(activeElement);
  const label = activeElement?.textContent;
  const parent = row.parentElement;
  row.replaceWith(fresh);
  if (!hadFocus) return;
  const same = [...fresh.querySelectorAll('a, button')].find(({ textContent }) => textContent === label);
  if (same instanceof HTMLElement) same.focus();
  else focusTitle(parent);
}

/** @param {HTMLElement | null} list */
function focusTitle(list) {
  const title = list?.closest('section')?.querySelector('h2');
  title?.setAttribute('tabindex', '-1');
  title?.focus();
}

/** @param {HTMLElement} child */
function highlight(child) {
  child.classList.add('fresh');
  child.addEventListener('animationend', () => child.classList.remove('fresh'), { once: true });
}

/**
 * Sets the text of an element, if it differs.
 *
 * @param {HTMLElement} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
