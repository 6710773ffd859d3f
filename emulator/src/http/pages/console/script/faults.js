import { byId, element, find, showList } from './dom.js';
import { call } from './stream.js';

/** @typedef {import('../../../../faults/faults').FaultReport} FaultReport */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [value]
 * @property {readonly string[]} [options]
 * @property {boolean} [isNumber]
 * @property {boolean} [isObject]
 * @property {boolean} [isOptional]
 */

/** @type {Field} */
const when = { name: 'when', label: 'When', options: ['before', 'after'] };

/** Each kind of fault with its own fields. */
const kinds = /** @type {const} */ ([
  {
    kind: 'status',
    text: 'an error is answered',
    fields: [
      { name: 'status', label: 'Status', value: '503', isNumber: true },
      { name: 'retryAfter', label: 'Retry after (s)', isNumber: true, isOptional: true },
      when,
    ],
  },
  { kind: 'reset', text: 'the connection is reset', fields: [when] },
  {
    kind: 'delay',
    text: 'the reply is late',
    fields: [{ name: 'milliseconds', label: 'Milliseconds', value: '3000', isNumber: true }, when],
  },
  { kind: 'truncate', text: 'the body is incomplete', fields: [] },
  {
    kind: 'late',
    text: 'the connection is reset, the effect follows',
    fields: [{ name: 'milliseconds', label: 'Milliseconds of the cloud', value: '10000', isNumber: true }],
  },
  {
    kind: 'lag',
    text: 'reads show an earlier state',
    fields: [{ name: 'seconds', label: 'Seconds of the cloud', value: '30', isNumber: true }],
  },
  {
    kind: 'rewrite',
    text: 'fields of the reply are replaced',
    fields: [
      { name: 'set', label: 'Fields (JSON object)', value: '{ "status": "unknown" }', isObject: true },
    ],
  },
  {
    kind: 'stuck',
    text: 'a status never ends',
    fields: [{ name: 'status', label: 'Status', value: 'provisioning' }],
  },
  {
    kind: 'noCapacity',
    text: 'there is no capacity',
    fields: [{ name: 'at', label: 'When', options: ['deploy', 'later'] }],
  },
  { kind: 'installationFailed', text: 'the installation fails', fields: [] },
  {
    kind: 'evict',
    text: 'a spot machine is evicted',
    fields: [{ name: 'seconds', label: 'Seconds of the cloud', value: '60', isNumber: true }],
  },
  { kind: 'noSsh', text: 'SSH of a machine never answers', fields: [] },
  {
    kind: 'scriptFailed',
    text: 'a startup script fails',
    fields: [
      { name: 'exitCode', label: 'Exit code', value: '1', isNumber: true },
      { name: 'output', label: 'Log', isOptional: true },
    ],
  },
  { kind: 'revokeToken', text: 'the token is revoked', fields: [] },
]);

/** @param {(work: () => Promise<unknown>) => void} attempt runs a call and shows its error */
export function setUpFaults(attempt) {
  const form = find(document, '#fault-form form', HTMLFormElement);
  const kind = find(form, '[name=kind]', HTMLSelectElement);
  const fields = find(form, '.fields', HTMLElement);
  const error = find(form, '.error', HTMLElement);
  kind.append(...kinds.map(({ kind, text }) => element('option', { value: kind }, `${text} (${kind})`)));
  const chosen = () => kinds.find((one) => one.kind === kind.value) ?? kinds[0];
  const showFields = () => fields.replaceChildren(...chosen().fields.map(inputOf));
  kind.addEventListener('change', showFields);
  showFields();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    error.hidden = true;
    call('POST', '/faults', definitionOf(chosen(), new FormData(form))).then(
      () => byId('fault-form', HTMLDetailsElement).removeAttribute('open'),
      (/** @type {Error} */ { message }) => {
        error.textContent = message;
        error.hidden = false;
      },
    );
  });
  attempt(async () => {
    const operations = /** @type {{ operationId: string }[]} */ (await call('GET', '/operations'));
    byId('operations', HTMLDataListElement).replaceChildren(
      ...operations.map(({ operationId }) => element('option', { value: operationId })),
    );
  });
}

/** @param {Field} field */
function inputOf({ name, label, value = '', options, isNumber, isOptional }) {
  const input =
    options === undefined
      ? element('input', { name, value, autocomplete: 'off', ...(isNumber && { inputmode: 'numeric' }) })
      : element('select', { name }, ...options.map((one) => element('option', {}, one)));
  input.required = isOptional !== true;
  return element('label', {}, `${label} `, input);
}

/**
 * @param {(typeof kinds)[number]} kind
 * @param {FormData} form
 */
function definitionOf({ kind, fields }, form) {
  /** @param {Field} field */
  const valueOf = ({ name, isNumber, isObject }) => {
    const text = String(form.get(name) ?? '').trim();
    if (text === '') return undefined;
    if (isObject === true) return objectOf(text);
    return isNumber === true ? numberOf(text) : text;
  };
  const times = String(form.get('times') ?? '').trim();
  /** @type {readonly Field[]} */
  const own = fields;
  return {
    kind,
    ...Object.fromEntries(own.map((field) => [field.name, valueOf(field)])),
    operation: valueOf({ name: 'operation', label: '' }),
    times: times === '' ? undefined : numberOf(times),
  };
}

/**
 * The number in a text. Another text is returned unchanged; the emulator refuses it.
 *
 * @param {string} text
 */
const numberOf = (text) => (Number.isNaN(Number(text)) ? text : Number(text));

/**
 * The value of a JSON text. Another text is returned unchanged; the emulator refuses it.
 *
 * @param {string} text
 * @returns {unknown}
 */
function objectOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * @param {readonly FaultReport[]} faults
 * @param {(work: () => Promise<unknown>) => void} attempt
 */
export function showFaults(faults, attempt) {
  const list = byId('faults', HTMLElement);
  find(document, '#faults-title .count', HTMLElement).textContent =
    faults.length > 0 ? String(faults.length) : '';
  showList(list, faults, ({ id, definition: { kind, operation, times = 1, ...rest }, struck }) => {
    const remove = element('button', { type: 'button', 'aria-label': `Remove the fault ${kind}` }, 'Remove');
    remove.addEventListener('click', () => attempt(() => call('DELETE', `/faults/${id}`)));
    const details = Object.entries(rest).map(([name, value]) => `${name} ${textOf(value)}`);
    return element(
      'li',
      { class: 'fault' },
      element(
        'span',
        { class: 'request' },
        element('b', {}, kind),
        ` ${operation ?? 'any request'}`,
        element('small', {}, details.join(' · ')),
      ),
      element(
        'span',
        { class: `status ${struck > 0 ? 'bad' : 'idle'}` },
        `applied to ${struck}${times === 'always' ? '' : ` of ${times}`}`,
      ),
      remove,
    );
  });
  list.dataset['empty'] = 'There are no faults: every request is answered normally.';
}

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
