// Loaded into the plugin by NODE_OPTIONS: writes the time for the price of the stack at the end of the run, in ms, into
// the file PRICE_LINE_TIME. The plugin exits afterwards, so it lives longer by this time.
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
