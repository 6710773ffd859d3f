// The programs of the documentation compile.
import path from 'node:path';
import ts from 'typescript';
import { pageNames, readPage } from '../../../../tools/src/docs/page';

const root = path.resolve(__dirname, '..', '..', '..', '..');

/** The programs of the pages, each with the name of a file that does not exist. */
const programs = new Map(
  pageNames()
    .map((name) => readPage(name))
    .flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language }) => language === 'ts' || language === 'js')
        // The types of that SDK have to be generated first: test/engine/full/plugin/pluginSdks.test.ts compiles them.
        .filter(({ text }) => !text.includes("from 'pulumi-cloud-compute-native'"))
        .map(({ language, file, text, line }) => [
          path.join(
            root,
            'test',
            `${name.replaceAll('/', '-')}-${String(line)}${path.extname(file ?? `block.${language}`)}`,
          ),
          { text, place: `${name}:${String(line)}` },
        ]),
    ),
);

/** The errors of the compiler in a strict project, with page and line. */
function errors(): string[] {
  const { config } = ts.readConfigFile(path.join(root, 'test', 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  ) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.join(root, 'test'));
  const strict: ts.CompilerOptions = { ...options, allowJs: true, noUnusedLocals: false };
  const host = ts.createCompilerHost(strict);
  const onDisk = ts.createCompilerHost(strict);
  host.fileExists = (file) => programs.has(file) || onDisk.fileExists(file);
  host.readFile = (file) => programs.get(file)?.text ?? onDisk.readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = programs.get(file)?.text;
    return text === undefined
      ? onDisk.getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, rest[0], true);
  };
  const program = ts.createProgram([...programs.keys()], strict, host);
  return [...programs].flatMap(([file, { place }]) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start }) => {
        const line = source?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
        return `${place}, line ${String(line + 1)} of the block: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
}

test('every program on a page compiles in a strict project', () => {
  expect(programs.size).toBeGreaterThan(5);
  expect(errors()).toEqual([]);
});
