/** A queue whose first item comes first by `isBefore`; adding and taking take logarithmic time. */
export class Queue<T> {
  /** A binary heap: the children of `index` are at `2 * index + 1` and `2 * index + 2`. */
  private readonly heap: T[] = [];

  constructor(private readonly isBefore: (left: T, right: T) => boolean) {}

  get size(): number {
    return this.heap.length;
  }

  get first(): T | undefined {
    return this.heap[0];
  }

  add(item: T): void {
    let index = this.heap.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfBefore(index, parent)) return;
      index = parent;
    }
  }

  /** Removes the first item. */
  take(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    this.heap[0] = last;
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.comesBefore(right, left) ? right : left;
      if (!this.swapIfBefore(child, index)) return;
      index = child;
    }
  }

  private comesBefore(index: number, other: number): boolean {
    const [item, than] = [this.heap[index], this.heap[other]];
    return item !== undefined && than !== undefined && this.isBefore(item, than);
  }

  private swapIfBefore(index: number, other: number): boolean {
    if (!this.comesBefore(index, other)) return false;
    [this.heap[index], this.heap[other]] = [this.heap[other] as T, this.heap[index] as T];
    return true;
  }
}
