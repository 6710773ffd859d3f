// A plan in lines, for tables: everything but what the steps send.
import type { PlannedVolume, Planned } from '../../../../provider/schema/plan';

const valuesIn = (sets: object): string =>
  Object.entries(sets)
    .map(([name, value]) => `${name} = ${value === undefined ? 'nothing' : JSON.stringify(value)}`)
    .join(', ');

const volumes = (all: readonly PlannedVolume[]): string =>
  all.map(({ type, size }) => `${type} ${typeof size === 'number' ? String(size) : '?'}`).join(' + ');

export function planLines<I, O>({ plan, findings }: Planned<I, O>): string[] {
  const { steps, replace, refuse, warnings, price } = plan;
  return [
    ...(findings.keeps ?? []).map(({ sentence }) => `keeps: ${sentence}`),
    ...(replace === undefined ? [] : [`replace: ${replace}`]),
    ...(refuse ? refuse.message.split('\n').map((text) => `refuse: ${text}`) : []),
    ...warnings.map((text) => `warning: ${text}`),
    ...steps.map(
      ({ says = '(no word)', needsOff, sets }) =>
        `step: ${says}${needsOff === undefined ? '' : `, while ${needsOff} is off`}${sets ? `; then ${valuesIn(sets)}` : ''}`,
    ),
    ...(price ? [`price: ${volumes(price.before)} → ${volumes(price.after)}`] : []),
    ...(findings.unfinished ? ['unfinished'] : []),
    ...(findings.notes ? ['notes for the run'] : []),
  ];
}
