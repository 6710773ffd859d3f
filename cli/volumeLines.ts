import type { Volume } from '../api/schema';
import { describeThing } from '../core/orphans/orphans';

/** A sentence and a line for each volume; empty without volumes. */
export const linesAbout = (volumes: readonly Volume[], sentence: string): string =>
  volumes.length === 0
    ? ''
    : [
        sentence,
        ...volumes.map((object) => `  ${describeThing({ collection: 'volumes', object })}`),
        '',
      ].join('\n');
