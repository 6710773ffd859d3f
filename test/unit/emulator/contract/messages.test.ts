import Ajv2020 from 'ajv/dist/2020';
import { sentenceFor } from '../../../../emulator/src/contract/messages';

describe('the message of an invalid request', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const complaint = (schema: object, data: unknown): string => {
    const check = ajv.compile(schema);
    expect(check(data)).toBe(false);
    return sentenceFor(check.errors ?? []);
  };
  const of = (schema: object): object => ({ type: 'object', properties: { a: schema } });
  const optional = (schema: object): object => of({ oneOf: [schema, { type: 'null' }] });

  test.each([
    [of({ type: 'string' }), { a: 1 }, 'a has to be of type string.'],
    [of({ type: ['string', 'null'] }), { a: 1 }, 'a has to be of type string, null.'],
    [of({ enum: ['x', 'y'] }), { a: 'z' }, 'a has to be one of x, y.'],
    [{ required: ['b'] }, {}, 'b is required.'],
    [of({ required: ['b'] }), { a: {} }, 'a.b is required.'],
    [of({ items: of({ minLength: 1 }) }), { a: [{ a: 'x' }, { a: '' }] }, 'a[1].a must not be empty.'],
    [of({ minLength: 3 }), { a: 'xy' }, 'a has at least 3 characters.'],
    [of({ maxLength: 1 }), { a: 'xy' }, 'a has at most 1 characters.'],
    [of({ maxItems: 1 }), { a: [1, 2] }, 'a has at most 1 items.'],
    [of({ minItems: 1 }), { a: [] }, 'a has at least 1 items.'],
    [of({ multipleOf: 1 }), { a: 0.5 }, 'a has to be a whole number.'],
    [of({ exclusiveMinimum: 0 }), { a: 0 }, 'a has to be > 0.'],
    [
      of({ oneOf: [{ type: 'string' }, { type: 'array', minItems: 1 }] }),
      { a: [] },
      'a has at least 1 items.',
    ],
    [of({ maximum: 100 }), { a: 101 }, 'a has to be <= 100.'],
    [{ ...of({}), additionalProperties: false }, { b: 1 }, 'The value has no property "b".'],
    [{ type: 'object' }, [], 'The value has to be of type object.'],
    [of({ pattern: '^x' }), { a: 'y' }, 'a must match pattern "^x".'],
  ])('the message for the schema %j and the value %j is %s', (schema, data, sentence) => {
    expect(complaint(schema, data)).toBe(sentence);
  });

  test('does not suggest null for a value', () => {
    expect(complaint(optional({ enum: ['x', 'y'] }), { a: 'z' })).toBe('a has to be one of x, y.');
    expect(complaint(optional(of({ exclusiveMinimum: 0 })), { a: { a: -1 } })).toBe('a.a has to be > 0.');
  });

  test('mentions only the alternative that the value resembles', () => {
    const kind = (name: string, field: string): object => ({
      type: 'object',
      required: ['kind', field],
      properties: { kind: { const: name }, [field]: { type: 'string' } },
    });
    const schema = {
      oneOf: [{ $ref: '#/$defs/cat' }, { $ref: '#/$defs/dog' }],
      $defs: { cat: kind('cat', 'meow'), dog: kind('dog', 'bark') },
    };
    expect(complaint(schema, { kind: 'dog' })).toBe('bark is required.');
    expect(complaint(schema, { kind: 'cow' })).toBe('kind has to be cat or dog.');
    expect(complaint(schema, {})).toBe('kind is required.');
  });

  test('is a sentence even without errors', () => {
    expect(sentenceFor([])).toBe('The request is invalid.');
  });
});
