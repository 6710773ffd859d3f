// `jest --detectOpenHandles` lists what an import has created and not ended.
import { createHook } from 'node:async_hooks';

test('the import of the package leaves no open handle', async () => {
  const open = new Map<number, string>();
  const hook = createHook({
    init: (id, type) => {
      if (type === 'pulumi-cloud-compute') open.set(id, type);
    },
    destroy: (id) => open.delete(id),
  }).enable();
  jest.isolateModules(() => jest.requireActual('pulumi-cloud-compute'));
  // Node.js reports the end of handles later.
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  hook.disable();
  expect([...open.values()]).toEqual([]);
});
