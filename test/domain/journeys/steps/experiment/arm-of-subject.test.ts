import { bucket } from '../../../../../domain/experiments/bucket';
import { armOfSubject } from '../../../../../domain/journeys/steps/experiment/arm-of-subject';

const subject = (index: number) => ({ journeyId: 'jrn_1', stepId: 'split', endUserId: `eus_${index}` });

test('shares follow the weights, and a subject always gets the same arm', () => {
  const arms = [
    { id: 'a', weight: 0.2 },
    { id: 'b', weight: 0.5 },
    { id: 'c', weight: 0.3 },
  ];
  const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
  const subjects = 50_000;
  for (let index = 0; index < subjects; index += 1) {
    const arm = armOfSubject(subject(index), arms);
    counts[arm]! += 1;
    if (armOfSubject(subject(index), arms) !== arm) throw new Error(`eus_${index} has two arms`);
  }
  for (const { id, weight } of arms) {
    const deviation = Math.sqrt((weight * (1 - weight)) / subjects);
    expect(Math.abs(counts[id]! / subjects - weight)).toBeLessThan(4 * deviation);
  }
});

test('an arm of weight 0 gets no subjects, and a total weight of 0 is rejected', () => {
  const arms = [
    { id: 'none', weight: 0 },
    { id: 'most', weight: 0.9999999 },
    { id: 'never', weight: 0 },
  ];
  const taken = new Set(Array.from({ length: 2_000 }, (_, index) => armOfSubject(subject(index), arms)));
  expect(taken).toEqual(new Set(['most']));
  expect(() => armOfSubject(subject(1), [{ id: 'none', weight: 0 }])).toThrow(RangeError);
});

/** The first subject with a bucket that matches. */
const subjectAt = (isThere: (place: number) => boolean) =>
  Array.from({ length: 100_000 }, (_, index) => subject(index)).find(({ journeyId, stepId, endUserId }) =>
    isThere(bucket(`${journeyId}:${stepId}`, endUserId)),
  )!;

test('an arm starts where the previous one ends', () => {
  const halves = [
    { id: 'first', weight: 0.5 },
    { id: 'second', weight: 0.5 },
  ];
  expect(
    armOfSubject(
      subjectAt((place) => place === 0.5),
      halves,
    ),
  ).toBe('second');
});

test('the last arm takes the remainder from rounding', () => {
  const arms = [
    { id: 'first', weight: 0.5 },
    { id: 'last', weight: 0.4 },
  ];
  expect(
    armOfSubject(
      subjectAt((place) => place > 0.95),
      arms,
    ),
  ).toBe('last');
});
