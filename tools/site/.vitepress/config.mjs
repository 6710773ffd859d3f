// The static site of the documentation: `npm run docs`. What it shows is in tools/src/docs/site.ts.
import { createRequire } from 'node:module';

export default createRequire(import.meta.url)('../../dist/docs/site.js').siteConfig();
