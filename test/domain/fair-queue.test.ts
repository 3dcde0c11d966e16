import { FairQueue } from '../../domain/fair-queue';

test('serves owners in round-robin order, and the items of each owner in order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  queue.add('b', 'b1');
  expect([queue.size, queue.of('a'), queue.of('c')]).toEqual([4, 3, 0]);
  expect(Array.from({ length: 5 }, () => queue.take())).toEqual(['a1', 'b1', 'a2', 'a3', undefined]);
  expect(queue.size).toBe(0);
});

test('an item can be removed out of order, once', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2']) queue.add('a', item);
  expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('b', 'a2')]).toEqual([true, false, false]);
  expect([queue.size, queue.of('a')]).toEqual([1, 1]);
  expect(queue.remove('a', 'a2')).toBe(true);
  expect([queue.size, queue.take()]).toEqual([0, undefined]);
});

test('skips owners without an available item and keeps their place', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2']) queue.add('a', item);
  queue.add('b', 'b1');
  expect(queue.take((owner) => owner === 'b')).toBe('b1');
  expect(queue.take((owner) => owner === 'b')).toBeUndefined();
  expect([queue.owners(), queue.size, queue.take()]).toEqual([['a'], 2, 'a1']);
});
