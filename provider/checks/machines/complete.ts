import type { Choice } from '../../../core/validation/suggestion';
import type { Problem } from '../../../core/validation/shape';
import { instanceTypeList, locationList } from '../catalogue/listed';
import type { PlannedResource } from '../plan';
import { listed } from '../../../core/validation/suggestion';

/** The inputs of an instance that its group can provide. */
interface Inherited {
  image: string;
  instanceType: string;
  locationCode: string;
  instanceGroupId: string;
}

const CHOICES: Readonly<
  Record<
    Exclude<keyof Inherited, 'instanceGroupId'>,
    (plan: PlannedResource<Inherited>) => Promise<Choice | undefined>
  >
> = {
  image: async (plan) => {
    const images = await plan.catalogue.images(plan.call);
    return images && { candidates: images.map((each) => each.image_type), elsewhere: 'getImages()' };
  },
  instanceType: instanceTypeList,
  locationCode: locationList,
};

/** Image, type and location are required unless a group provides them. */
export async function complete(plan: PlannedResource<Inherited>): Promise<Problem[]> {
  if (plan.inputs.instanceGroupId !== undefined) return [];
  const missing = (['image', 'instanceType', 'locationCode'] as const).filter(
    (path) => plan.inputs[path] === undefined && (plan.isNew || plan.differs(path)),
  );
  return Promise.all(
    missing.map(async (path) => {
      const choice = await CHOICES[path](plan);
      const there = choice ? `; there are ${listed(choice.candidates, choice.elsewhere)}` : '';
      const reason = `is required, unless instanceGroupId names a group to inherit it from${there}`;
      return { path, reason, isMissing: true };
    }),
  );
}
