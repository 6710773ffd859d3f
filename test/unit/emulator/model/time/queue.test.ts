import { Queue } from '../../../../../emulator/src/model/time/queue';

describe('a queue', () => {
  const taken = (queue: Queue<number>): number[] => {
    const items: number[] = [];
    for (let { first } = queue; first !== undefined; { first } = queue) {
      items.push(first);
      queue.take();
    }
    return items;
  };

  test('gives its items in order, whatever the order they were added in', () => {
    // 7 and 101 have no common divisor, so that every number below 101 comes once.
    const numbers = Array.from({ length: 101 }, (_, index) => (index * 7) % 101);
    const queue = new Queue<number>((left, right) => left < right);
    for (const number of numbers) queue.add(number);
    expect(queue.size).toBe(101);
    expect(taken(queue)).toEqual([...numbers].sort((left, right) => left - right));
  });

  test('takes items while others are added', () => {
    const queue = new Queue<number>((left, right) => left < right);
    for (const number of [5, 3, 3, 9]) queue.add(number);
    queue.take();
    queue.add(1);
    queue.add(4);
    expect(taken(queue)).toEqual([1, 3, 4, 5, 9]);
    queue.take();
    expect([queue.size, queue.first]).toEqual([0, undefined]);
  });
});
