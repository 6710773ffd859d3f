import type axios from 'axios';
import type pRetry from 'p-retry';
import type pino from 'pino';

// Libraries are loaded on first use: a program that makes no request does not pay for them. A bundler follows `require`.
/* eslint-disable @typescript-eslint/no-require-imports */
export const loadAxios = (): typeof axios => (require('axios') as { default: typeof axios }).default;
export const loadRetry = (): typeof pRetry => (require('p-retry') as { default: typeof pRetry }).default;
export const loadPino = (): typeof pino => require('pino') as typeof pino;
export const loadProxyFromEnv = (): { getProxyForUrl(url: string): string } =>
  require('proxy-from-env') as { getProxyForUrl(url: string): string };
