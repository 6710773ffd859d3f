// Generated from the files that it names by `npm run generate`; never edited.
export { addressMapping } from './privateNetwork/addressMapping';
export { cluster } from './cluster';
export { endpointBinding } from './privateNetwork/endpointBinding';
export { instance } from './instance';
export { instanceGroup } from './instanceGroup';
export { orphanRemoval } from './orphanRemoval';
export { owner } from './owner';
export { ready } from './instancesReady';
export { sshKey } from './sshKey';
export { startupScript } from './startupScript';
export { tag } from './tag';
export { volume } from '../volumes/volume';
