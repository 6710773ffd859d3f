export interface Page<T> {
  items: T[];
  headers: Record<string, string>;
}

/** A page of a list, with the paging headers. */
export function paged<T>(
  list: readonly T[],
  { page = 1, pageSize = 10 }: { page?: number; pageSize?: number },
): Page<T> {
  return {
    items: list.slice((page - 1) * pageSize, page * pageSize),
    headers: {
      'X-Page': String(page),
      'X-Page-Size': String(pageSize),
      'X-Total-Count': String(list.length),
    },
  };
}
