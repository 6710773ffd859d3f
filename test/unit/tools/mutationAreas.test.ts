import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { MUTATION_AREAS, filesOf } from '../../../tools/src/testing/mutationAreas';
import { root } from './support';

describe.each(Object.entries(MUTATION_AREAS))('the area %s of npm run mutation', (_name, area) => {
  it.each([...filesOf(area).code, ...filesOf(area).tests])('finds %s', (pattern) => {
    const file = path.join(root, pattern);
    const [folder, end = ''] = file.split('/*');
    const found = pattern.includes('*')
      ? readdirSync(folder ?? '').some((name) => name.endsWith(end))
      : existsSync(file);
    expect(found).toBe(true);
  });
});
