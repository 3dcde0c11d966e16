import { condition, type Condition } from '../../../domain/conditions/schemas';
import { sizeProblem } from '../../../domain/conditions/size';

const leaf: Condition = { field: 'email', operator: 'exists' };
const counted: Condition = { event: 'purchase', within: 'P30D', atLeast: 1 };
const deep = (levels: number): Condition =>
  Array.from({ length: levels - 1 }).reduce<Condition>((inner) => ({ not: inner }), leaf);
const parts = (count: number): Condition => ({
  any: [{ all: Array.from({ length: 100 }, () => leaf) }, { all: Array.from({ length: count - 103 }, () => leaf) }],
});
const lists = (count: number, length: number, value = 'x'): Condition => ({
  all: Array.from({ length: count }, () => ({
    field: 'attributes.x',
    operator: 'in',
    value: Array.from({ length }, () => value),
  })),
});

it.each<[string, Condition, Condition]>([
  ['levels', deep(20), deep(21)],
  ['parts', parts(200), { all: [parts(150), parts(150)] }],
  [
    'event counts',
    { all: Array.from({ length: 20 }, () => counted) },
    { all: Array.from({ length: 21 }, () => counted) },
  ],
  ['values', lists(10, 500), lists(11, 500)],
  ['characters', lists(1, 99, 'x'.repeat(1_000)), lists(1, 101, 'x'.repeat(1_000))],
])('limits the %s of a condition', (what, most, tooMuch) => {
  expect(sizeProblem(most)).toBeNull();
  expect(sizeProblem(tooMuch)).toContain(what);
  expect(condition.safeParse(most).success).toBe(true);
  expect(condition.safeParse(tooMuch).error?.issues[0]?.message).toContain(`has`);
});

it('includes conditions on counted events', () => {
  const where: Condition = { event: 'a', within: 'P1D', atLeast: 1, where: deep(20) };
  expect(sizeProblem(where)).toContain('21 levels');
});
