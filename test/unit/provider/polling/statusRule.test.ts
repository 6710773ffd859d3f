import { untilReady, untilGone } from '../../../../provider/polling/statusRule';

const rule = { ready: ['detached', 'attached'], failed: ['canceled'], gone: ['deleting', 'deleted'] };
const describeIt = (volume: { status: string } | undefined) => new Error(volume?.status ?? 'missing');

describe('a settle rule', () => {
  it.each([
    ['detached', 'done'],
    ['attached', 'done'],
    ['canceled', 'failed'],
    ['deleting', 'failed'],
    ['deleted', 'failed'],
    ['cloning', 'waiting'],
    ['a word of next year', 'waiting'],
  ])('for one that is to become ready: %s is %s', (status, state) => {
    expect(untilReady(rule, describeIt)({ status }).state).toBe(state);
  });

  it('hands what was found to whoever words the failure', () => {
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
  ])('for one that is to go: %s is %s', (status, state) => {
    expect(untilGone(rule)({ status }).state).toBe(state);
  });

  it('takes what is missing for gone', () => {
    expect(untilGone(rule)(undefined)).toEqual({ state: 'done', value: undefined });
  });
});
