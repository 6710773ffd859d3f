import type { LookUp, Value } from './lookUp';
import { LONGEST_LINE, capitalized, commented, howToSet, isSetting } from './lookUp';

const INDENT = ' '.repeat(8);

export function java({ name, variable, settings, args, shown }: LookUp): string {
  const { output, comments, property, listOf } = shown;
  const type = `${capitalized(name)}Args`;
  const value =
    property === undefined
      ? 'answer.result()'
      : listOf === undefined
        ? `answer.result().${property.name}()`
        : `answer.result().stream().map(one -> one.${property.name}()).toList()`;
  const body = [
    ...commented('//', howToSet(settings)),
    ...called(`var ${variable} = CloudcomputeFunctions.${name}(`, type, args),
    '',
    ...commented('//', comments),
    ...broken(`ctx.export("${output}", ${variable}.applyValue(answer ->`, ' ', `${value}));`),
  ];
  return [
    ...['package myproject;', '', 'import com.pulumi.Context;', 'import com.pulumi.Pulumi;'],
    'import com.pulumi.cloudcompute.CloudcomputeFunctions;',
    ...(args.length === 0 ? [] : [`import com.pulumi.cloudcompute.inputs.${type};`]),
    ...['', 'public class App {'],
    ...['    public static void main(String[] args) {', '        Pulumi.run(App::stack);', '    }', ''],
    '    public static void stack(Context ctx) {',
    ...body.map((line) => (line === '' ? '' : INDENT + line)),
    ...['    }', '}'],
  ].join('\n');
}

function called(call: string, type: string, args: LookUp['args']): string[] {
  if (args.length === 0) return [`${call});`];
  const start = broken(call, '', `${type}.builder()`);
  const given = [...args.map((argument) => `.${argument.name}(${valueOf(argument.value)})`), '.build());'];
  return [...start, ...given.map((line) => INDENT.repeat(start.length) + line)];
}

/** One line, or two if it is too long. */
const broken = (start: string, between: string, rest: string): string[] =>
  (INDENT + start + between + rest).length <= LONGEST_LINE
    ? [start + between + rest]
    : [start, INDENT + rest];

function valueOf(value: Value): string {
  if (isSetting(value)) return `ctx.config().require("${value.setting}")`;
  return typeof value === 'object' ? value.map(valueOf).join(', ') : JSON.stringify(value);
}
