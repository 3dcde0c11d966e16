import { z } from 'zod';
import type { NumberLimits } from '../number-limits';

/** Text of a bounded length in characters, which zod counts as code points. NUL and lone surrogates were refused when the body was read. */
export const jsonText = (max: number, min = 0): z.ZodString => z.string().min(min).max(max);

/** Text of at most `max` characters that shows something, as a name in a list does. */
export const shownText = (max: number): z.ZodString => jsonText(max).regex(/\S/, 'must not be blank');

/** Refuses a value by what `problemOf` says is wrong with it; null is nothing. */
export const refuseBy =
  (problemOf: (value: string) => string | null) =>
  (value: string, context: z.RefinementCtx): void => {
    const message = problemOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  };

/** A number within bounds that are allowed themselves. */
export const numberWithin = ({ min, max }: NumberLimits): z.ZodNumber => z.number().min(min).max(max);

/** The same without a fraction. */
export const integerWithin = ({ min, max }: NumberLimits): z.ZodNumber => z.number().int().min(min).max(max);

type JsonValue = z.core.util.JSONType;

/**
 * Any value of JSON. What comes to it was parsed from JSON, so that nothing is left to check: `z.json()` tries six forms for each value,
 * which takes 50 ms for an object of 20,000.
 */
export const jsonValue = z.unknown() as unknown as z.ZodType<JsonValue, JsonValue>;

/** A JSON object whose values are left as they are. */
export const jsonObject = z.record(z.string().max(200), jsonValue);

export type JsonObject = z.infer<typeof jsonObject>;
