import { madeWith, markName, markOf, markTag, newMark, wasGivenJust } from '../../../core/marks';
import { PENDING } from '../../../core/pendingTag';

const MINE = { owner: 'feedc0ffee00', urn: 'urn:pulumi:dev::test::a:b:C::trainer' };
const volume = (index: number, created_at = '2026-01-01T00:00:00.500Z') => ({
  id: `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
  created_at,
});
const many = Array.from({ length: 200 }, (_, index) => volume(index));
const read = (mark: ReturnType<typeof newMark>) =>
  markOf({ tags: [{ id: 'tag_1', key: PENDING, value: markTag(mark).value ?? '' }] });

describe('the mark of a creation', () => {
  it.each([0, 1, 10, 200])(
    'survives the cloud, and fits into a tag with %s volumes that were given',
    (count) => {
      const given = many.slice(0, count);
      const mark = newMark(MINE, { unclaimed: 'keep', given });
      expect(markTag(mark).value?.length).toBeLessThanOrEqual(127);
      expect(read(mark)).toEqual(mark);
      expect(markOf({ tags: [], name: markName(mark) })).toEqual(mark);
      expect(wasGivenJust(mark, given.map(({ id }) => id).reverse())).toBe(true);
      expect(
        wasGivenJust(
          mark,
          [...given, volume(999)].map(({ id }) => id),
        ),
      ).toBe(false);
    },
  );

  it('tells what was made with it from what it was given, by age', async () => {
    const given = [volume(1, '2026-01-01T00:00:00.000Z'), volume(2, '2026-03-01T00:00:00.400Z')];
    const made = [volume(3, '2026-03-01T00:00:02.000Z'), volume(4, '2026-03-01T00:00:05Z')];
    const gone = volume(5);
    const all = [...given, ...made];
    const look = (id: string) => Promise.resolve(all.find((one) => one.id === id));
    const ids = [...all, gone].map(({ id }) => id);
    expect(await madeWith(newMark(MINE, { given }), ids, look)).toEqual(made.map(({ id }) => id));
    // Given none, all came with it, and nothing is looked up.
    const never = () => Promise.reject(new Error('looked up'));
    expect(await madeWith(newMark(MINE), ids, never)).toEqual(ids);
  });

  it('never takes for made what was given: not by whole seconds, nor where a time cannot be read', async () => {
    const given = [volume(1, '2026-03-01T00:00:00Z')];
    const shown = (created_at: string) => () => Promise.resolve({ created_at });
    const mark = newMark(MINE, { given });
    expect(await madeWith(mark, [volume(1).id], shown('2026-03-01T00:00:00.999Z'))).toEqual([]);
    expect(await madeWith(mark, [volume(1).id], shown('lately'))).toEqual([]);
    const unreadable = newMark(MINE, { given: [volume(1, '')] });
    expect(read(unreadable)).toEqual(unreadable);
    expect(await madeWith(unreadable, [volume(2).id], shown('2030-01-01T00:00:00Z'))).toEqual([]);
  });

  it('in a form that is not known claims nothing of what was given, and is kept', async () => {
    const mark = markOf({ tags: [{ id: 'tag_1', key: PENDING, value: 'owner.urn.0' }] });
    expect(mark).toMatchObject({ owner: 'owner', resource: 'urn', unclaimed: 'keep' });
    const shown = () => Promise.resolve({ created_at: '2030-01-01T00:00:00Z' });
    expect(mark && (await madeWith(mark, ['any'], shown))).toEqual([]);
    expect(markOf({ tags: [{ id: 'tag_1', key: PENDING, value: 'nonsense' }] })).toBeUndefined();
  });
});
