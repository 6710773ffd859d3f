export { CloudComputeClient } from './client';
export * from './errors';
export type * from './options';
export type * from './schema';
export type { Wording } from './wording';
export type { LimitFacts } from './http/rateLimit/rateLimitHeaders';
export type { Clock } from './http/time/clock';
export type * from './services';
