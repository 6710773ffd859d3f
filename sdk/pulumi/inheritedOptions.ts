// The engine passes some options of a component on to its children. Pulumi's objects do not show them.
import * as pulumi from '@pulumi/pulumi';
import { perRun } from './run';

type Inherited = Pick<pulumi.CustomResourceOptions, 'retainOnDelete' | 'deletedWith'>;

const ofResources = new WeakMap<pulumi.Resource, Inherited>();

/** The options that the children of a resource inherit, as far as they are known. */
export const inheritedFrom = (parent: pulumi.Resource | undefined): Inherited =>
  (parent && ofResources.get(parent)) ?? {};

/** A transformation that changes nothing, and notes the options of each resource. */
const note: pulumi.ResourceTransformation = ({ resource, opts }) => {
  const { retainOnDelete, deletedWith, parent } = opts as pulumi.CustomResourceOptions;
  const above = inheritedFrom(parent);
  ofResources.set(resource, {
    ...above,
    ...(retainOnDelete !== undefined && { retainOnDelete }),
    ...(deletedWith !== undefined && { deletedWith }),
  });
  return undefined;
};

/** Notes the options of all resources from now on. Inline programs import the package before they have a stack. */
export const noteOptions = perRun((): void => {
  if (pulumi.runtime.getStackResource()) pulumi.runtime.registerStackTransformation(note);
});

noteOptions();
