import { LOCAL_GO_MODULE } from '../../pulumi/publication';
import type { TypeSpec } from '../../pulumi/pulumiSpec';
import type { LookUp, Shown, Value } from './lookUp';
import { capitalized, commented, howToSet, isSetting } from './lookUp';

export function go({ name, variable, settings, args, isTakenInGo, shown }: LookUp): string {
  const call = `${name.replace(/^get/, isTakenInGo ? 'Lookup' : 'Get')}Output`;
  const longest = Math.max(...args.map((argument) => argument.name.length));
  const fields = args.map(
    (argument) => `\t${`${capitalized(argument.name)}:`.padEnd(longest + 1)} ${valueOf(argument.value)},`,
  );
  const body = [
    ...commented('//', howToSet(settings)),
    ...(fields.length === 0
      ? [`${variable} := cloud.${call}(ctx, cloud.${call}Args{}).Result()`]
      : [`${variable} := cloud.${call}(ctx, cloud.${call}Args{`, ...fields, '}).Result()']),
    ...commented('//', shown.comments),
    ...exported(variable, shown),
    'return nil',
  ];
  return [
    ...['package main', '', 'import ('],
    '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"',
    ...(settings.length > 0 ? ['\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"'] : []),
    ...[`\tcloud "${LOCAL_GO_MODULE}/cloudcompute"`, ')', ''],
    ...['func main() {', '\tpulumi.Run(func(ctx *pulumi.Context) error {'],
    ...body.map((line) => `\t\t${line}`),
    ...['\t})', '}'],
  ].join('\n');
}

function exported(variable: string, { output, property, listOf }: Shown): string[] {
  if (property === undefined) return [`ctx.Export("${output}", ${variable})`];
  const field = capitalized(property.name);
  if (listOf === undefined) return [`ctx.Export("${output}", ${variable}.${field}())`];
  const type = `[]${property.isOptional ? '*' : ''}${typeOf(property.type)}`;
  return [
    `ctx.Export("${output}", ${variable}.ApplyT(func(all []cloud.${listOf}) ${type} {`,
    `\tvar shown ${type}`,
    '\tfor _, one := range all {',
    `\t\tshown = append(shown, one.${field})`,
    ...['\t}', '\treturn shown', '}))'],
  ];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'float64',
  boolean: 'bool',
};

const typeOf = ({ type = '', items }: TypeSpec): string =>
  items === undefined ? (TYPES[type] ?? type) : `[]${typeOf(items)}`;

function valueOf(value: Value): string {
  if (typeof value === 'number') return `pulumi.Int(${value})`;
  if (typeof value === 'boolean') return `pulumi.Bool(${value})`;
  if (typeof value === 'string') return `pulumi.String("${value}")`;
  return isSetting(value)
    ? `pulumi.String(config.Require(ctx, "${value.setting}"))`
    : `pulumi.StringArray{${value.map(valueOf).join(', ')}}`;
}
