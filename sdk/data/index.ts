// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
export * from './access';
export * from './account';
export * from './availability';
export * from './catalogue';
export * from './compute';
export * from './networks';
export * from './storage';
export type {
  AuditAction,
  AuditEventData,
  AuditObjectType,
  ClusterStatus,
  Contract,
  Currency,
  ExtensionSettings,
  InstanceStatus,
  JournalActionCode,
  VolumeStatus,
  VolumeTypeName,
} from './types';
