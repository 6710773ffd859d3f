import * as pulumi from '@pulumi/pulumi';
import { isMocked, perRunOfAllCopies } from './run';
import { typeToken, wholeUrn } from '../api/urn';
import { stackPrefixOf } from '../core/pendingTag';
import { providerText, urnBelowStack } from './token';

/**
 * The hidden resource of which every stack that is billed for something has one. Its id tells this stack's state from
 * all others.
 */
class Owner extends pulumi.CustomResource {
  declare readonly owner: pulumi.Output<string>;
  declare readonly __account: pulumi.Output<string>;
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
export const currentOwner = (): pulumi.Output<string> | undefined =>
  isMocked() ? undefined : theOwner().owner;

/** The hash of the account that the owner was made in. */
export const accountOfOwner = (): pulumi.Output<string> | undefined =>
  isMocked() ? undefined : theOwner().__account;
