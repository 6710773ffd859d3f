// Settings of the provider inside an input that the cloud has: their newest values apply, as for other settings.
import type { Type } from '../types';
import { UNKNOWN } from '../unknown';

type Values = Readonly<Record<string, unknown>>;

/** Whether there are settings inside values of this type. */
export const hasSettings = (type: Type): boolean =>
  type.kind === 'list'
    ? hasSettings(type.items)
    : type.kind === 'inputObject' &&
      Object.values(type.inputs).some((input) => input.onChange === 'setting' || hasSettings(input.type));

/** The old value with the settings of the new one. Settings that the new one leaves out stay as they are. */
export function withSettingsOf(type: Type, old: unknown, next: unknown): unknown {
  if (old === undefined || next === undefined || next === UNKNOWN) return old;
  if (type.kind === 'list') {
    const { items, identifiedBy = '' } = type;
    return (old as readonly Values[]).map((item) => {
      const others = next as readonly Values[];
      return withSettingsOf(
        items,
        item,
        others.find((other) => other[identifiedBy] === item[identifiedBy]),
      );
    });
  }
  if (type.kind !== 'inputObject') return old;
  const [before, after] = [old as Values, next as Values];
  const parts = Object.entries(type.inputs).map(([name, { onChange, type: part }]) => [
    name,
    onChange === 'setting' && after[name] !== UNKNOWN
      ? after[name]
      : withSettingsOf(part, before[name], after[name]),
  ]);
  return { ...before, ...Object.fromEntries(parts) };
}
