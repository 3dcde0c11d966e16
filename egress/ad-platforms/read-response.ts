import type { z } from 'zod';
import { PullError } from '../../domain/connections/pull-failure';

/** Items of one page, more than any platform returns. Each invalid item has an error of its own, and millions fill the memory. */
const maxElements = 50_000;

const hasTooMany = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => Array.isArray(value) && value.length > maxElements);

/** Parses a response. @throws PullError that names the field if it has another shape */
export function readResponse<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  platform: string,
): z.output<Schema> {
  if (hasTooMany(body))
    throw new PullError({ kind: 'refused', message: `${platform} returned a response with too many items.` });
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join('.') ?? '';
  throw new PullError({
    kind: 'later',
    message: `${platform} returned an unexpected response: "${path}" has the wrong form.`,
  });
}
