import { stepOrder } from '../../../domain/journeys/step-order';
import type { JourneyStep } from '../../../domain/journeys/schemas';

const wait = (id: string, next: string): JourneyStep => ({ id, kind: 'wait', duration: 'P1D', next });
const orderOf = (steps: readonly JourneyStep[]): string[] =>
  [...stepOrder(steps)].sort(([, one], [, other]) => one - other).map(([id]) => id);

test('a step comes before the steps it leads to, in any definition order', () => {
  const when = { field: 'email', operator: 'exists', value: true } as const;
  const fork: JourneyStep = { id: 'fork', kind: 'branch', arms: [{ id: 'a', when, next: 'late' }], else: 'early' };
  const steps: JourneyStep[] = [{ id: 'end', kind: 'exit' }, wait('late', 'end'), wait('early', 'late'), fork];
  expect(orderOf(steps)).toEqual(['fork', 'early', 'late', 'end']);
});

test('includes steps without a next step and steps in a loop', () => {
  expect(orderOf([wait('one', 'two'), wait('two', 'one'), wait('lost', 'nowhere')]).sort()).toEqual([
    'lost',
    'one',
    'two',
  ]);
});
