import { all } from '../../all';

/** Does the work for each item after the work for the items that it waits for. */
export async function inOrder<T extends { readonly name: string }>(
  items: readonly T[],
  waitsFor: (item: T) => readonly string[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const works = new Map<string, Promise<void>>();
  for (const item of items) {
    const begin = async () => {
      // Begins after the loop, when `works` has all items.
      await Promise.resolve();
      await Promise.all(waitsFor(item).flatMap((name) => works.get(name) ?? []));
      await work(item);
    };
    works.set(item.name, begin());
  }
  await all([...works.values()]);
}
