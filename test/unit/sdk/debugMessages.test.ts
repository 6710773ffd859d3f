import { debugTogether } from '../../../sdk/debugMessages';
import { run } from './program';

/** The SDK's own, and what reaches the engine. */
function sdk({ hasEngine = true } = {}) {
  const told: { level: string; message: string; about: unknown[] }[] = [];
  const level =
    (name: string) =>
    (message: string, ...about: unknown[]) => {
      told.push({ level: name, message, about });
      return Promise.resolve();
    };
  const module = { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
  debugTogether(module, () => hasEngine);
  return { module, lines: () => told.map(({ level, message }) => `${level}: ${message}`), told };
}

beforeEach(() => run());

test('those of a moment go together, in their order', async () => {
  const { module, lines } = sdk();
  await Promise.all([module.debug('one'), module.debug('two'), module.debug('three')]);
  expect(lines()).toEqual(['debug: one\ntwo\nthree']);
  await module.debug('four');
  expect(lines()).toEqual(['debug: one\ntwo\nthree', 'debug: four']);
});

test.each(['info', 'warn', 'error'] as const)('what came before %s is told before it', async (level) => {
  const { module, lines } = sdk();
  const before = module.debug('one');
  await module[level]('two');
  void module.debug('three');
  await before;
  expect(lines()).toEqual(['debug: one', `${level}: two`]);
  await module.error('four');
  expect(lines()).toEqual(['debug: one', `${level}: two`, 'debug: three', 'error: four']);
});

test('one about a resource goes by itself, with what it is about', async () => {
  const { module, told } = sdk();
  const resource = {};
  void module.debug('one');
  await module.debug('of this', resource, undefined, true);
  expect(told.map(({ message, about }) => [message, about])).toEqual([
    ['one', []],
    ['of this', [resource, undefined, true]],
  ]);
});

test('the run does not end before they are told', async () => {
  const { module, lines } = sdk();
  void module.debug('one');
  const { globalStore } = globalThis as unknown as {
    globalStore: { settings: { rpcDone: Promise<unknown> } };
  };
  await globalStore.settings.rpcDone;
  expect(lines()).toEqual(['debug: one']);
});

test('two runs in one process tell their own', async () => {
  const { module, lines } = sdk();
  const first = module.debug('of the first run');
  await run();
  await Promise.all([first, module.debug('of the second run')]);
  expect(lines()).toEqual(['debug: of the first run', 'debug: of the second run']);
});

test('on mocks, where nobody is told, they are handed on at once', () => {
  const { module, lines } = sdk({ hasEngine: false });
  void module.debug('one');
  expect(lines()).toEqual(['debug: one']);
});
