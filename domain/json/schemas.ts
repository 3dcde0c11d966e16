import { z } from 'zod';
import type { NumberLimits } from '../number-limits';

/**
 * Text with a limited length in code points, as zod counts it. NUL and lone surrogates were already refused when the
 * body was read.
 */
export const jsonText = (max: number, min = 0): z.ZodString => z.string().min(min).max(max);

/** Text of at most `max` characters that is not blank, such as a name in a list. */
export const shownText = (max: number): z.ZodString => jsonText(max).regex(/\S/, 'must not be blank');

/**
 * Creates a check that refuses a value with the problem from `problemOf`; null means no problem.
 * @param code of rejected events with this problem, if not VALIDATION_ERROR
 */
export const refuseBy =
  (problemOf: (value: string) => string | null, code?: string) =>
  (value: string, context: z.RefinementCtx): void => {
    const message = problemOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message, params: { code } });
  };

/** A number within bounds, inclusive. */
export const numberWithin = ({ min, max }: NumberLimits): z.ZodNumber => z.number().min(min).max(max);

/** A whole number within bounds, inclusive. */
export const integerWithin = ({ min, max }: NumberLimits): z.ZodNumber => z.number().int().min(min).max(max);

type JsonValue = z.core.util.JSONType;

/**
 * Any JSON value. Its input was parsed from JSON, so no check is needed. `z.json()` tries six types for each value,
 * which takes 50 ms for an object of 20,000.
 */
export const jsonValue = z.unknown() as unknown as z.ZodType<JsonValue, JsonValue>;

/** A JSON object with unchecked values. */
export const jsonObject = z.record(z.string().max(200), jsonValue);

export type JsonObject = z.infer<typeof jsonObject>;
