import * as access from './access';
import * as account from './account';
import * as availability from './availability';
import * as catalogue from './catalogue';
import * as compute from './compute';
import * as networks from './networks';
import * as onlyInPlugin from './onlyInPlugin';
import * as storage from './storage';

/** The descriptions of all data sources, by area. `npm run generate` writes a file of sdk/data for each area. */
export const areas = { access, account, availability, catalogue, compute, networks, storage };

/** The functions that only the native plugin has: in a program for the package, code does the same. */
export const pluginAreas = { ...areas, onlyInPlugin };
