// Loaded into the plugin by NODE_OPTIONS: writes how long the price of the stack takes at the end of the run, in ms, into
// the file that PRICE_LINE_TIME names. The plugin exits when it is done, so it lives that much longer.
if (/dynamic-provider/.test(process.argv[1] ?? '')) {
  const { writeFileSync } = require('node:fs');
  const { performance } = require('node:perf_hooks');
  const { Bill } = require('../../dist/provider/checks/cost/bill.js');
  const { show } = Bill.prototype;
  Bill.prototype.show = async function () {
    const started = performance.now();
    await show.call(this);
    writeFileSync(process.env.PRICE_LINE_TIME, String(performance.now() - started));
  };
}
