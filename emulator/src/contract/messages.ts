import type { ErrorObject } from 'ajv';

/** Converts a JSON pointer to a property name: `/os_volume/size` becomes `os_volume.size`. */
function propertyOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
  const missing = error.keyword === 'required' ? `.${String(error.params['missingProperty'])}` : '';
  return (path + missing).replace(/^\./, '');
}

const list = (values: readonly unknown[]): string => values.map(String).join(', ');

/** The position of a branch of a `oneOf` in the schema. */
const branchOf = (error: ErrorObject): string => error.schemaPath.replace(/\/(properties|required)\b.*$/, '');

/** The errors of the branch that matches the value; branches for another type or constant are ignored. */
function relevant(errors: readonly ErrorObject[]): ErrorObject[] {
  const direct = errors.filter(({ keyword }) => !['oneOf', 'anyOf', 'if', 'not'].includes(keyword));
  const ruledOut = new Set(direct.filter(({ keyword }) => keyword === 'const').map(branchOf));
  const meant = direct.filter(
    (error) =>
      !ruledOut.has(branchOf(error)) && !(error.keyword === 'type' && error.params['type'] === 'null'),
  );
  if (meant.length > 0) return meant;
  const constants = direct.filter(({ keyword }) => keyword === 'const');
  return constants.length > 0 ? constants : direct;
}

function reason(error: ErrorObject, errors: readonly ErrorObject[]): string {
  const parameter = (name: string): string => String(error.params[name]);
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'enum':
      return `has to be one of ${list(error.params['allowedValues'] as unknown[])}`;
    case 'const': {
      const same = errors.filter(
        (other) => other.keyword === 'const' && other.instancePath === error.instancePath,
      );
      return `has to be ${same.map((other) => String(other.params['allowedValue'])).join(' or ')}`;
    }
    case 'type':
      return `has to be of type ${list([error.params['type']].flat())}`;
    case 'maxItems':
      return `has at most ${parameter('limit')} items`;
    case 'minItems':
      return `has at least ${parameter('limit')} items`;
    case 'minLength':
      return parameter('limit') === '1'
        ? 'must not be empty'
        : `has at least ${parameter('limit')} characters`;
    case 'maxLength':
      return `has at most ${parameter('limit')} characters`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `has to be ${parameter('comparison')} ${parameter('limit')}`;
    case 'multipleOf':
      // The contract uses `multipleOf` for whole numbers only.
      return 'has to be a whole number';
    case 'additionalProperties':
      return `has no property "${parameter('additionalProperty')}"`;
    default:
      return error.message ?? 'is invalid';
  }
}

/** One sentence that says what is wrong with a request or a reply, and names the property. */
export function sentenceFor(errors: readonly ErrorObject[]): string {
  const candidates = relevant(errors);
  const [first] = candidates;
  if (first === undefined) return 'The request is invalid.';
  // If a property may have several types, only the branch with the type of the value checks more than the type.
  const error =
    candidates.find(
      ({ keyword, instancePath }) => keyword !== 'type' && instancePath === first.instancePath,
    ) ?? first;
  const property = propertyOf(error);
  return `${property === '' ? 'The value' : property} ${reason(error, candidates)}.`;
}
