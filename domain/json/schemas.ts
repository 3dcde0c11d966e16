import { z } from 'zod';

/** Text of a bounded length in UTF-16 units. NUL and lone surrogates were refused when the body was read. */
export const jsonText = (max: number, min = 0): z.ZodString => z.string().min(min).max(max);

/** A JSON object whose values are left as they are. */
export const jsonObject = z.record(z.string().max(200), z.json());

export type JsonObject = z.infer<typeof jsonObject>;
