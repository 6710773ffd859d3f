import * as pulumi from './pulumi';
import { isMocked, perRun } from './run';
import { typeToken, wholeUrn } from '../api/urn';
import { providerText, urnBelowStack } from './token';

/**
 * The hidden resource of which every stack that is billed for something has one. Its id tells this stack's state from
 * all others.
 */
class Owner extends pulumi.CustomResource {
  declare readonly owner: pulumi.Output<string>;
  constructor() {
    super(typeToken('Owner'), 'owner', {
      __provider: providerText('owner'),
      __urn: urnBelowStack('owner'),
      owner: undefined,
    });
  }
}

const theOwner = perRun(() => new Owner());

/**
 * The id of the owner, for what is billed: nothing billed is created before the owner is in state. Nothing waits for
 * it in a preview, which creates nothing; the engine is told of the dependency there too, so that the plan of a
 * preview is what the update does. Unit tests on mocks have no owner.
 */
export function currentOwner(): pulumi.Output<string> | undefined {
  if (isMocked()) return undefined;
  const { owner } = theOwner();
  return pulumi.runtime.isDryRun() ? notYetKnown(wholeUrn(urnBelowStack('owner'), 'Owner')) : owner;
}

/** An output of a resource as the engine hands it over while its value is unknown; it is there at once. */
const notYetKnown = (urn: string): pulumi.Output<string> =>
  pulumi.runtime.deserializeProperty({
    [pulumi.runtime.specialSigKey]: pulumi.runtime.specialOutputValueSig,
    dependencies: [urn],
  }) as pulumi.Output<string>;
