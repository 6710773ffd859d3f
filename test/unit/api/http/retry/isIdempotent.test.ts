import { isDeletionOfOne, isIdempotent } from '../../../../../api/http/retry/isIdempotent';

const one = { action: 'delete', id: 'a' };

describe('isIdempotent', () => {
  it.each([
    ['GET', undefined],
    ['DELETE', { is_permanent: true }],
    ['PUT', { action: 'shutdown', id: 'a' }],
    ['PUT', { action: 'attach', id: ['a', 'b'], instance_id: 'c' }],
    ['PUT', { actions: [{ action: 'delete' }, { action: 'detach' }] }],
    ['PUT', { name: 'a body without an action replaces fields' }],
    ['PUT', undefined],
    ['PUT', null],
  ] as const)('allows %s %j to be sent twice', (method, body) => {
    expect(isIdempotent(method, body)).toBe(true);
  });

  it.each([
    ['POST', undefined],
    ['POST', one],
    ['PATCH', undefined],
    ['PUT', { action: 'clone', id: 'a' }],
    ['PUT', { actions: [{ action: 'delete' }, { action: 'transfer' }] }],
    ['PUT', { action: 1 }],
  ] as const)('forbids %s %j to be sent twice', (method, body) => {
    expect(isIdempotent(method, body)).toBe(false);
  });
});

describe('isDeletionOfOne', () => {
  it.each([
    ['DELETE', undefined],
    ['DELETE', { keys: ['a'] }],
    ['DELETE', { is_permanent: true }],
    ['PUT', one],
    ['PUT', { action: 'discontinue', id: ['a'] }],
    ['PUT', { actions: [{ action: 'hibernate' }] }],
  ] as const)('is true for %s %j', (method, body) => {
    expect(isDeletionOfOne(method, body)).toBe(true);
  });

  it.each([
    ['DELETE', { keys: ['a', 'b'] }],
    ['PUT', { action: 'delete', id: ['a', 'b'] }],
    ['PUT', { actions: [{ action: 'delete' }, { action: 'delete' }] }],
    ['PUT', { action: 'shutdown', id: 'a' }],
    ['PUT', { actions: [] }],
    ['PUT', undefined],
    ['PUT', 'text'],
    ['POST', one],
    ['GET', undefined],
  ] as const)('is false for %s %j, where "not found" is an error', (method, body) => {
    expect(isDeletionOfOne(method, body)).toBe(false);
  });
});
