import type { Call, Send } from './send';

/** The largest page that the API gives. */
const PAGE_SIZE = 100;
/** How often all pages are read again because items vanished from under the reading. */
const READINGS = 3;

/** How a reading of all pages went. */
interface Reading<T> {
  readonly items: T[];
  /** Items vanished between the pages, or fewer came than were announced. */
  readonly hasGaps: boolean;
}

/**
 * All items of a list that comes in pages.
 *
 * An item that is deleted while the pages are read moves the rest up by one, so that another falls between two
 * pages; the counts that the pages announce betray it, and everything is read again.
 */
export async function allPages<T extends { readonly id: string }>(
  send: Send,
  call: Omit<Call, 'method' | 'expects'>,
): Promise<T[]> {
  for (let reading = 1; ; reading += 1) {
    const { items, hasGaps }: Reading<T> = await readPages(send, call);
    if (reading === READINGS || !hasGaps) return items;
  }
}

async function readPages<T extends { readonly id: string }>(
  send: Send,
  call: Omit<Call, 'method' | 'expects'>,
): Promise<Reading<T>> {
  const items = new Map<string, T>();
  const counts: number[] = [];
  for (let page = 1; ; page += 1) {
    const { body, headers } = await send<T[]>({
      ...call,
      method: 'GET',
      query: { ...call.query, page, pageSize: PAGE_SIZE },
      expects: 'list',
    });
    const before = items.size;
    for (const item of body) items.set(item.id, item);
    const announced = count(headers['x-total-count']);
    if (announced !== undefined) counts.push(announced);
    const complete = announced === undefined ? body.length < PAGE_SIZE : items.size >= announced;
    // A page that brings nothing new is the end, whatever was announced.
    if (!complete && items.size > before) continue;
    const hasGaps = items.size < (announced ?? 0) || counts.some((earlier) => earlier > (announced ?? 0));
    return { items: [...items.values()], hasGaps };
  }
}

const count = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
