import { snakeCase } from '../../../operations/entry';
import type { LookUp, Value } from './lookUp';
import { LONGEST_LINE, commented, howToSet, isSetting } from './lookUp';

export function python({ name, variable, settings, args, shown }: LookUp): string {
  const { output, comments, property, listOf } = shown;
  const found = snakeCase(variable);
  const given = args.map((argument) => `${snakeCase(argument.name)}=${valueOf(argument.value)}`);
  const call = (between: readonly [string, string, string]): string =>
    `${found} = cloud.${snakeCase(name)}_output(${between[0]}${given.join(between[1])}${between[2]}).result`;
  const line = call(['', ', ', '']);
  const value =
    property === undefined
      ? found
      : listOf === undefined
        ? `${found}.${snakeCase(property.name)}`
        : `${found}.apply(lambda all: [one.${snakeCase(property.name)} for one in all])`;
  const exported = `pulumi.export("${output}", ${value})`;
  return [
    ...['import pulumi', 'import pulumi_cloud_compute as cloud', ''],
    ...commented('#', howToSet(settings)),
    ...(settings.length > 0 ? ['config = pulumi.Config()', ''] : []),
    ...[line.length <= LONGEST_LINE ? line : call(['\n    ', ',\n    ', ',\n']), ''],
    ...commented('#', comments),
    exported.length <= LONGEST_LINE ? exported : `pulumi.export(\n    "${output}",\n    ${value},\n)`,
  ].join('\n');
}

function valueOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return isSetting(value)
    ? `config.require("${value.setting}")`
    : JSON.stringify(value).replaceAll('","', '", "');
}
