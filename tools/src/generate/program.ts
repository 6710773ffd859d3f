import path from 'node:path';
import ts from 'typescript';

/** The files as a program of the compiler, with the settings of a project. */
export function programOf(root: string, config: string, files: readonly string[]): ts.Program {
  const file = path.join(root, config);
  const { config: settings } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(settings, ts.sys, path.dirname(file));
  return ts.createProgram(
    files.map((name) => path.join(root, name)),
    { ...options, composite: false, incremental: false },
  );
}
