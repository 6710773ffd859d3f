export { cluster } from './cluster';
export { instance } from './instance';
export { instanceGroup } from './instanceGroup';
export { owner } from './owner';
export { sshKey } from './sshKey';
export { startupScript } from './startupScript';
export { tag } from './tag';
export { volume } from './volume';
