// What is done to an instance group, as a specification: what is read, what state and program say, and the plan.
import type { InstanceGroup } from '../../../../../api';
import type { InstanceGroupInputs } from '../../../../../provider/resources/instanceGroup';
import { planGroup } from '../../../../../provider/resources/instanceGroup/plan';
import type { PlanRequest } from '../../../../../provider/schema/plan';
import { planLines } from '../planLines';

const DECLARED: InstanceGroupInputs = {
  ...{ name: 'servers', locationCode: 'FIN-01', instanceType: '1A100.22V' },
  template: { image: 'ubuntu-24.04' },
};
const KEYS: InstanceGroupInputs = { ...DECLARED, template: { image: 'ubuntu-24.04', sshKeyIds: ['k'] } };
const CHANGED = 'template = {"image":"ubuntu-24.04","sshKeyIds":["k"]}';

test.each<[string, PlanRequest['of'], number | undefined, InstanceGroupInputs, readonly string[]]>([
  ['stays as it is if nothing changed', 'unchanged', 2, DECLARED, []],
  [
    'changes name, description, keys and script in one step',
    ...(['change', 0, KEYS] as const),
    [`step: (no word); then name = "servers", description = nothing, ${CHANGED}`],
  ],
  [
    'with members says that they keep their keys',
    ...(['change', 2, KEYS] as const),
    [
      "warning: Existing members (2) keep the keys and the script that they were created with, unless they use the group's revision as groupRevision: then they are replaced.",
      `step: (no word); then name = "servers", description = nothing, ${CHANGED}`,
    ],
  ],
  ['that is replaced says nothing', 'replacement', 2, KEYS, []],
  [
    'that is gone is replaced',
    ...(['unchanged', undefined, DECLARED] as const),
    ['replace: The instance group g is gone: another takes its place.'],
  ],
])('a group %s', (_, of, size, inputs, plan) => {
  const found = size === undefined ? undefined : ({ id: 'g', name: 'servers', size } as InstanceGroup);
  const request = { id: 'g', of, keep: false, isDeclared: true, isPlanned: true };
  expect(planLines(planGroup({ found }, DECLARED, inputs, request))).toEqual(plan);
});
