import { describeCondition } from '../../../console/format/condition';

it.each([
  [{ field: 'attributes.plan', operator: 'equals', value: 'pro' }, 'attributes.plan is pro'],
  [{ field: 'attributes.plan', operator: 'exists', value: false }, 'attributes.plan is not set'],
  [{ field: 'email', operator: 'exists' }, 'email is set'],
  [{ field: 'attributes.plan', operator: 'in', value: ['pro', 'team'] }, 'attributes.plan is one of pro, team'],
  [{ all: [] }, 'everyone'],
  [{ event: 'purchase', within: 'P30D', atLeast: 2 }, 'purchase at least 2 times in the last 30 days'],
  [
    { event: 'purchase', within: 'P1D', where: { field: 'event.data.sku', operator: 'equals', value: 'a' } },
    'purchase (event.data.sku is a) at least once in the last 1 day',
  ],
  [{ not: { field: 'a', operator: 'equals', value: 1 } }, 'not (a is 1)'],
  [
    {
      all: [
        { field: 'a', operator: 'at_least', value: 2 },
        {
          any: [
            { field: 'b', operator: 'contains', value: 'x' },
            { field: 'c', operator: 'exists' },
          ],
        },
      ],
    },
    'a is at least 2 and (b contains x or c is set)',
  ],
] as const)('%j', (condition, text) => {
  expect(describeCondition(condition as never)).toBe(text);
});
