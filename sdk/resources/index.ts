// Generated from the schemas in provider by `npm run generate`; never edited.
export * from './addressMapping';
export * from './cluster';
export * from './endpointBinding';
export * from './instance';
export * from './instanceGroup';
export * from './instancesReady';
export * from './sshKey';
export * from './startupScript';
export * from './tag';
export * from './volume';
export * from './types';
