import * as pulumi from '@pulumi/pulumi';
import { ownerWithAccount } from '../../core/hiddenProperties';
import { stackHashOf, stackPrefixOf } from '../../core/pendingTag';
import { typeToken, wholeUrn } from '../../core/urn';
import { checkTransformed } from '../checks/transformed';
import { isMocked, perRun, perRunOfAllCopies } from '../pulumi/run';
import { providerText, urnBelowStack } from '../pulumi/token';
import { isKnown, valueOf } from '../pulumi/undeclared';

const ownerUrn = (): string => wholeUrn(urnBelowStack('owner'), 'Owner');

/**
 * The hidden resource of every stack. Its id distinguishes this stack's state from all other states, and it holds a
 * hash of the stack's account. Written by hand, because it takes no arguments and has a hidden output.
 */
class Owner extends pulumi.CustomResource {
  // If `--target` leaves the owner out, it has no outputs.
  declare readonly owner: pulumi.Output<string | undefined>;
  declare readonly __account: pulumi.Output<string | undefined>;
  constructor() {
    const properties = {
      __provider: providerText('owner'),
      __urn: urnBelowStack('owner'),
      stack: stackPrefixOf(ownerUrn()),
      owner: undefined,
      __account: undefined,
    };
    super(typeToken('Owner'), 'owner', properties);
    checkTransformed('owner', this, Object.keys(properties));
  }
}

/** Shared by all copies of this package: the engine accepts one resource of this name. */
const theOwner = perRunOfAllCopies('owner', () => new Owner());

/** The id of the owner; undefined on mocks, which have none. Nothing billed is created before the owner is in state. */
export const currentOwner = (): pulumi.Output<string | undefined> | undefined =>
  isMocked() ? undefined : theOwner().owner;

/** The hash of the account that the stack was created in; undefined if state does not hold it yet. */
export const currentAccount = (): Promise<string | undefined> => valueOf(theOwner().__account);

/** Hash of the prefix of this stack's URNs. */
export const currentStackHash = (): string => stackHashOf(ownerUrn());

/** Created once per run: Pulumi needs time for each output. */
const ownerAndAccount = perRun(() => {
  const { owner, __account: account } = theOwner();
  const both = pulumi
    .all([owner, account])
    .apply(([id, hash]) => (id === undefined || hash === undefined ? id : ownerWithAccount(id, hash)));
  // With a dependency on an owner that `--target` leaves out, the engine would refuse the resource. Without it, the
  // provider does, and says which target is missing.
  return pulumi
    .output(isLeftOut(owner))
    .apply((leftOut) => (leftOut ? pulumi.output<string | undefined>(undefined) : both));
});

/** Whether `--target` leaves the owner out of its creation: then it has no outputs. */
const isLeftOut = async (owner: pulumi.Output<string | undefined>): Promise<boolean> =>
  (await isKnown(owner)) && (await valueOf(owner)) === undefined;

/** The id of the owner and, after a dot, the hash of the account that it was created in. */
export const ownerOfResources = (): pulumi.Output<string | undefined> | undefined =>
  isMocked() ? undefined : ownerAndAccount();
