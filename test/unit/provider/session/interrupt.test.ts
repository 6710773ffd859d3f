import { Scripts } from './plugin';

const ours = `
const { onInterrupt } = require('provider/session/engineConnection');
onInterrupt(async () => {
  await new Promise(setImmediate);
  console.log('last deeds');
}, '127.0.0.1:1');
setInterval(() => undefined, 60_000);`;

describe('an interrupt of the plugin', () => {
  let scripts: Scripts;
  beforeAll(() => {
    scripts = new Scripts({
      ours: `${ours}
console.log('listeners ' + process.listenerCount('SIGINT'));`,
      // Its process also runs a provider of another package, which takes its time and ends the process itself.
      shared: `${ours}
process.once('SIGINT', () => {
  process.on('SIGINT', () => console.log('raised again'));
  const wait = setInterval(() => {
    if (process.listenerCount('SIGINT') > 1) return;
    clearInterval(wait);
    console.log('others are done');
    process.exit(7);
  }, 1);
});
console.log('listeners ' + process.listenerCount('SIGINT'));`,
    });
  });
  afterAll(() => {
    scripts.dispose();
  });

  it('ends the process as it would without this package, after its last deeds', async () => {
    const { child, line, lines, exited } = scripts.run('ours');
    expect(await line(/listeners/)).toBe('listeners 1');
    child.kill('SIGINT');
    expect(await exited).toEqual([null, 'SIGINT']);
    expect(lines).toEqual(['listeners 1', 'last deeds']);
  });

  it('leaves the end of the process to a listener of another package', async () => {
    const { child, line, lines, exited } = scripts.run('shared');
    expect(await line(/listeners/)).toBe('listeners 2');
    child.kill('SIGINT');
    expect(await exited).toEqual([7, null]);
    expect(lines).toEqual(expect.arrayContaining(['last deeds', 'raised again', 'others are done']));
  });
});
