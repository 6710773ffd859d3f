import { Scripts } from './plugin';

const ours = `
const { onInterrupt } = require('provider/run/engineConnection');
onInterrupt(async () => {
  await new Promise(setImmediate);
  console.log('last message');
}, '127.0.0.1:1');
setInterval(() => undefined, 60_000);`;

describe('an interrupt of the plugin', () => {
  let scripts: Scripts;
  beforeAll(() => {
    scripts = new Scripts({
      ours: `${ours}
console.log('listeners ' + process.listenerCount('SIGINT'));`,
      // The process also runs a provider of another package, which ends the process at the second signal.
      shared: `${ours}
process.once('SIGINT', () => {
  process.on('SIGINT', () => {
    console.log('raised again, listeners ' + process.listenerCount('SIGINT'));
    process.exit(7);
  });
});
console.log('listeners ' + process.listenerCount('SIGINT'));`,
    });
  });
  afterAll(() => {
    scripts.dispose();
  });

  it('ends the process after the last message, in the same way as without this package', async () => {
    const { child, line, lines, exited } = scripts.run('ours');
    expect(await line(/listeners/)).toBe('listeners 1');
    child.kill('SIGINT');
    expect(await exited).toEqual([null, 'SIGINT']);
    expect(lines).toEqual(['listeners 1', 'last message']);
  });

  it('leaves the end of the process to a listener of another package', async () => {
    const { child, line, lines, exited } = scripts.run('shared');
    expect(await line(/listeners/)).toBe('listeners 2');
    child.kill('SIGINT');
    expect(await exited).toEqual([7, null]);
    expect(lines).toEqual(['listeners 2', 'last message', 'raised again, listeners 1']);
  });
});
