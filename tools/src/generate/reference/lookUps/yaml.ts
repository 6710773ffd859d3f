import { stringify } from 'yaml';
import type { LookUp, Value } from './lookUp';
import { capitalized, isSetting } from './lookUp';

/** YAML has no loops: it shows a whole list. */
export function yaml({ name, variable, settings, args, shown }: LookUp): string {
  const { output, comments, property, listOf } = shown;
  const isWhole = listOf !== undefined || property === undefined;
  const call = {
    function: `cloud-compute:${name}`,
    ...(args.length > 0 && {
      arguments: Object.fromEntries(args.map((argument) => [argument.name, valueOf(argument.value)])),
    }),
    return: 'result',
  };
  return [
    ...(settings.length === 0 ? [] : ['config:']),
    ...settings.flatMap((setting) => [
      `  # ${capitalized(setting.doc)}.`,
      `  ${setting.name}:`,
      '    type: string',
    ]),
    stringify({ variables: { [variable]: { 'fn::invoke': call } } }, { lineWidth: 0 }).trimEnd(),
    'outputs:',
    ...(listOf === undefined ? comments.map((sentence) => `  # ${sentence}`) : []),
    isWhole
      ? `  ${listOf === undefined ? output : variable}: \${${variable}}`
      : `  ${output}: \${${variable}.${property.name}}`,
  ].join('\n');
}

const valueOf = (value: Value) => (isSetting(value) ? `\${${value.setting}}` : value);
