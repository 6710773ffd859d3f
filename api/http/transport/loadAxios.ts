import { createRequire } from 'node:module';
import type axios from 'axios';
import type pRetry from 'p-retry';
import type pino from 'pino';

/** Libraries are loaded on first use: a program that makes no request does not pay for them. */
const load = createRequire(__filename);

export const loadAxios = (): typeof axios => (load('axios') as { default: typeof axios }).default;
export const loadRetry = (): typeof pRetry => (load('p-retry') as { default: typeof pRetry }).default;
export const loadPino = (): typeof pino => load('pino') as typeof pino;
