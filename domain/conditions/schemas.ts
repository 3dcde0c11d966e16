import { z } from 'zod';
import { integerWithin } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { sizeProblem } from './size';
import { isoDuration } from '../durations/schemas';

/** Conditions on a subject and the current event. */

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);

export const conditionOperator = z.enum([
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'greater_than',
  'less_than',
  'at_least',
  'at_most',
  'exists',
]);

const field = z
  .string()
  .max(300)
  .regex(
    /^(email|timezone|attributes\..+|event\.data\..+)$/,
    'must be email, timezone, attributes.<name> or event.data.<name>',
  );

const comparison = z
  .strictObject({ field, operator: conditionOperator, value: z.union([scalar, z.array(scalar).max(500)]).optional() })
  .superRefine(({ operator, value }, context) => {
    const problem = valueProblem(operator, value);
    if (problem !== null) context.addIssue({ code: 'custom', path: ['value'], message: problem });
  });

export type Scalar = z.infer<typeof scalar>;
export type Comparison = z.infer<typeof comparison>;
export type Condition = Comparison | EventCount | { all: Condition[] } | { any: Condition[] } | { not: Condition };

/** Counts events of the subject. `where` sees only the counted event. */
export interface EventCount {
  event: string;
  within: string;
  atLeast: number;
  where?: Condition | undefined;
}

const eventCount: z.ZodType<EventCount> = z
  .strictObject({
    event: z.string().min(1).max(200),
    within: isoDuration,
    atLeast: integerWithin(numberLimits.eventCount).default(1),
    where: z.lazy(() => part).optional(),
  })
  .refine(({ where }) => where === undefined || !countsEvents(where), {
    path: ['where'],
    message: 'must not contain another event count',
  })
  .meta({ id: 'EventCount', description: 'How often the subject triggered an event.' });

/** Checks whether a condition counts events at any level. */
function countsEvents(given: Condition): boolean {
  if ('all' in given) return given.all.some(countsEvents);
  if ('any' in given) return given.any.some(countsEvents);
  if ('not' in given) return countsEvents(given.not);
  return 'event' in given;
}

const part: z.ZodType<Condition> = z
  .union([
    comparison,
    eventCount,
    z.strictObject({ all: z.array(z.lazy(() => part)).max(100) }),
    z.strictObject({ any: z.array(z.lazy(() => part)).max(100) }),
    z.strictObject({ not: z.lazy(() => part) }),
  ])
  .meta({
    id: 'Condition',
    description: 'all, any, not, a comparison of a field with a value, or an event count.',
  });

/** A complete condition. Its size is limited, because it is evaluated for each event and person. */
export const condition: z.ZodType<Condition> = part.superRefine((given, context) => {
  const problem = sizeProblem(given);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/**
 * A null attribute is a missing one, which equals nothing. A comparison with null would always be true or always false;
 * `exists` is what the caller means.
 */
const nullProblem =
  'must not be null, because no value equals null. To match a missing value, use ' +
  '{"operator":"exists","value":false}';

function valueProblem(operator: z.infer<typeof conditionOperator>, value: unknown): string | null {
  if (operator !== 'contains' && [value].flat().includes(null)) return nullProblem;
  switch (operator) {
    case 'in':
    case 'not_in':
      return Array.isArray(value) ? null : `must be a list for "${operator}"`;
    case 'exists':
      return value === undefined || typeof value === 'boolean' ? null : 'must be true or false for "exists"';
    case 'greater_than':
    case 'less_than':
    case 'at_least':
    case 'at_most':
      return typeof value === 'number' || typeof value === 'string'
        ? null
        : `must be a number or text for "${operator}"`;
    case 'contains':
    case 'starts_with':
      return value === undefined || Array.isArray(value) ? `must be a single value for "${operator}"` : null;
    case 'equals':
    case 'not_equals':
      return value === undefined || Array.isArray(value) ? `must be a single value for "${operator}"` : null;
  }
}
