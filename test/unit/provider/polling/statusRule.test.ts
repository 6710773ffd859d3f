import { untilReady, untilGone } from '../../../../provider/polling/statusRule';

const rule = { ready: ['detached', 'attached'], failed: ['canceled'], gone: ['deleting', 'deleted'] };
const describeIt = (volume: { status: string } | undefined) => new Error(volume?.status ?? 'missing');

describe('a status rule', () => {
  it.each([
    ['detached', 'done'],
    ['attached', 'done'],
    ['canceled', 'failed'],
    ['deleting', 'failed'],
    ['deleted', 'failed'],
    ['cloning', 'waiting'],
    ['a word of next year', 'waiting'],
  ])('treats %s as %s while it waits for ready', (status, state) => {
    expect(untilReady(rule, describeIt)({ status }).state).toBe(state);
  });

  it('passes the object to the function that makes the error', () => {
    expect(untilReady(rule, describeIt)({ status: 'canceled' })).toEqual({
      state: 'failed',
      error: new Error('canceled'),
    });
    expect(untilReady(rule, describeIt)(undefined)).toEqual({ state: 'failed', error: new Error('missing') });
  });

  it.each([
    ['deleting', 'done'],
    ['deleted', 'done'],
    ['canceled', 'waiting'],
    ['detached', 'waiting'],
  ])('treats %s as %s while it waits for the end', (status, state) => {
    expect(untilGone(rule)({ status }).state).toBe(state);
  });

  it('treats a missing object as gone', () => {
    expect(untilGone(rule)(undefined)).toEqual({ state: 'done', value: undefined });
  });
});
