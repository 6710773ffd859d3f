import * as pulumi from '@pulumi/pulumi';
import { isMocked, perRun, perRunOfAllCopies } from './run';
import { typeToken, wholeUrn } from '../core/urn';
import { stackPrefixOf } from '../core/pendingTag';
import { providerText, urnBelowStack } from './token';

/**
 * The hidden resource of which every stack has one. Its id tells this stack's state from all others, and it remembers
 * whose account the stack is in.
 */
class Owner extends pulumi.CustomResource {
  // Where `--target` leaves the owner out, it has no outputs.
  declare readonly owner: pulumi.Output<string | undefined>;
  declare readonly __account: pulumi.Output<string | undefined>;
  constructor() {
    super(typeToken('Owner'), 'owner', {
      __provider: providerText('owner'),
      __urn: urnBelowStack('owner'),
      stack: stackPrefixOf(wholeUrn(urnBelowStack('owner'), 'Owner')),
      owner: undefined,
      __account: undefined,
    });
  }
}

/** The engine knows one resource by this name, whatever copy of this package asks for it. */
const theOwner = perRunOfAllCopies('owner', () => new Owner());

/**
 * The id of the owner, for what is billed: nothing billed is created before the owner is in state. Unit tests on mocks
 * have no owner.
 */
export const currentOwner = (): pulumi.Output<string | undefined> | undefined =>
  isMocked() ? undefined : theOwner().owner;

/** Joined once per run: Pulumi takes its time for each output. */
const ownerAndAccount = perRun(() => {
  const { owner, __account: account } = theOwner();
  return pulumi
    .all([owner, account])
    .apply(([id, hash]) => (id === undefined || hash === undefined ? id : `${id}.${hash}`));
});

/** The id of the owner and, after a point, the hash of the account that it was made in. */
export const ownerOfResources = (): pulumi.Output<string | undefined> | undefined =>
  isMocked() ? undefined : ownerAndAccount();
