import { StartupScript, Volume } from 'pulumi-cloud-compute';
import { run } from '../support/program';

/** The warnings of a preview of the program. */
async function warnings(program: () => unknown): Promise<string[]> {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  await run({ answer: ({ inputs }) => ({ id: '', state: inputs }) });
  program();
  await new Promise(setImmediate);
  const lines = warn.mock.calls.flat().map(String);
  warn.mockRestore();
  return lines;
}

const disk = { size: 50, type: 'NVMe', locationCode: 'FIN-01' } as const;
const nothing = process.env['NO_SUCH_VARIABLE'];

describe('a variable without a value', () => {
  test('causes a warning if it is a part of the name of a resource', async () => {
    expect(await warnings(() => new Volume(`data-${String(nothing)}`, disk))).toEqual([
      expect.stringContaining(
        '"data-undefined": the name of a resource is "data-undefined". A variable of the program seems to have no value: give it one, or ignore this if the text is right.',
      ),
    ]);
  });

  test('causes a warning if it is a part of an input', async () => {
    expect(
      await warnings(() => new Volume('data', { ...disk, name: `disk_${String(Number(nothing))}` })),
    ).toEqual([expect.stringContaining('"data": name is "disk_NaN". A variable')]);
  });

  test.each(['undefinedness', 'nan', 'predefined-undefineds'])('is not suspected in %s', async (name) => {
    expect(await warnings(() => new Volume(name, disk))).toEqual([]);
  });

  test('is not suspected in a script', async () => {
    const script = '#!/bin/sh\nnode -e "console.log(undefined )"';
    expect(await warnings(() => new StartupScript('setup', { script }))).toEqual([]);
  });
});
