import type { Call, SendForReply } from './send';

/** The largest page size of the API. */
export const PAGE_SIZE = 100;
/** How many times all pages are read again when items were deleted meanwhile. */
const READINGS = 3;

/** The result of reading all pages once. */
interface Reading<T> {
  readonly items: T[];
  /** Whether items were deleted between two pages, or fewer items came than announced. */
  readonly hasGaps: boolean;
}

/**
 * Reads all items of a paginated list.
 *
 * When an item is deleted between two pages, the following items move up and one of them is missed. The total counts
 * of the pages reveal this; then all pages are read again.
 */
export async function allPages<T extends { readonly id: string }>(
  send: SendForReply,
  call: Omit<Call, 'method' | 'expects'>,
): Promise<T[]> {
  for (let reading = 1; ; reading += 1) {
    const { items, hasGaps }: Reading<T> = await readPages(send, call);
    if (reading === READINGS || !hasGaps) return items;
  }
}

async function readPages<T extends { readonly id: string }>(
  send: SendForReply,
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
    // A page without new items is the last one, whatever count was announced.
    if (!complete && items.size > before) continue;
    const hasGaps = items.size < (announced ?? 0) || counts.some((earlier) => earlier > (announced ?? 0));
    return { items: [...items.values()], hasGaps };
  }
}

const count = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
