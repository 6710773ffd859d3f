import * as pulumi from '@pulumi/pulumi';
import { isMocked, perRun } from './run';
import { checkSettings } from './settings';
import { providerText, typeToken } from './token';

/**
 * The hidden resource of which every stack has one. Its check is the handshake with the cloud, so that a missing
 * or wrong configuration is told once and not by every resource; its id tells this stack's state from all others.
 */
class Owner extends pulumi.CustomResource {
  declare readonly owner: pulumi.Output<string>;
  constructor() {
    super(typeToken('Owner'), 'owner', {
      __provider: providerText('owner'),
      __urn: pulumi.createUrn('owner', typeToken('Owner')),
      owner: undefined,
    });
  }
}

const theOwner = perRun(() => {
  checkSettings();
  return new Owner();
});

/** The id of the owner, registered with the first resource that asks. Unit tests on mocks have none. */
export const currentOwner = (): pulumi.Output<string> | undefined =>
  isMocked() ? undefined : theOwner().owner;
