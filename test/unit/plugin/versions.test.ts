import { olderThanProgram } from '../../../plugin/versions';

test('a plugin that is older than the SDK of the program says so, and what to do', () => {
  expect(olderThanProgram('0.1.0', '0.2.0')).toBe(
    'The program asks for version 0.2.0 of the plugin cloud-compute, but this is version 0.1.0, which may lack what ' +
      'the program uses. If Pulumi.yaml names a folder under plugins.providers, put version 0.2.0 there. Otherwise ' +
      'the plugin server has the wrong file: run `pulumi plugin rm resource cloud-compute 0.2.0 --yes`, and install ' +
      'it from the right server with `pulumi plugin install` and `--server`.',
  );
  expect(olderThanProgram('0.9.0', '0.10.0')).toMatch(/asks for version 0\.10\.0/);
});

test.each([
  ['the same', '0.2.0'],
  ['an older', '0.1.9'],
  ['no', undefined],
  ['an unreadable', 'next'],
])('%s version in the program needs no word', (_which, asked) => {
  expect(olderThanProgram('0.2.0', asked)).toBeUndefined();
});
