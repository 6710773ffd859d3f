// For which conditions a change of a machine waits, as data.
import { conditionSteps, toAwait } from '../../../../../provider/machines/conditions/steps';
import type { WaitCondition } from '../../../../../provider/machines/conditions/schema';

const PORT: WaitCondition = { port: 22 };
const PAGE: WaitCondition = { http: { port: 8000, path: '/health' } };
const machine = { id: 'a', hostname: 'trainer', status: 'running', ip: '127.0.0.1' };
const never = {
  noun: 'instance',
  collectionOf: () => {
    throw new Error('nothing is read');
  },
  machine,
};

it.each([
  ['a new machine: all', { waitFor: [PORT, PAGE] }, {}, false, [PORT, PAGE]],
  ['no change: none', { waitFor: [PORT, PAGE] }, { waitFor: [PORT, PAGE] }, false, []],
  ['an added condition: that one', { waitFor: [PORT, PAGE] }, { waitFor: [PORT] }, false, [PAGE]],
  ['another order: none', { waitFor: [PAGE, PORT] }, { waitFor: [PORT, PAGE] }, false, []],
  ['a removed condition: none', { waitFor: [PORT] }, { waitFor: [PORT, PAGE] }, false, []],
  ['no conditions any more: none', {}, { waitFor: [PORT] }, true, []],
  ['started, or unfinished: all', { waitFor: [PORT, PAGE] }, { waitFor: [PORT, PAGE] }, true, [PORT, PAGE]],
  ['it stays off: none', { waitFor: [PORT], powerState: 'offline' }, {}, true, []],
  ['a gate waits: none', { waitFor: [PORT], awaitReady: false }, {}, true, []],
] as const)('%s', (_what, inputs, state, all, conditions) => {
  const given = structuredClone(inputs) as Parameters<typeof toAwait>[0];
  expect(toAwait(given, { state: structuredClone<object>(state), all })).toEqual(conditions);
});

it('a removed condition changes only state', () => {
  const [step, ...others] = conditionSteps(
    { waitFor: [PORT] },
    { state: { waitFor: [PORT, PAGE] }, all: false },
    never,
  );
  expect(step).toEqual({ sets: { waitFor: [PORT] } });
  expect(others).toEqual([]);
});

it('no change has no step', () => {
  expect(conditionSteps({ waitFor: [PORT] }, { state: { waitFor: [PORT] }, all: false }, never)).toEqual([]);
  expect(conditionSteps({}, { state: {}, all: true }, never)).toEqual([]);
});

it('state has a condition only once it holds', () => {
  const [step] = conditionSteps({ waitFor: [PORT] }, { state: {}, all: false }, never);
  expect(step?.sets).toEqual({ waitFor: [PORT] });
  expect(step?.run).toBeInstanceOf(Function);
});
