import type { z } from 'zod';
import { PullError } from '../../domain/connections/pull-failure';

/** The answer in its documented shape. @throws PullError when it has another, naming where */
export function readResponse<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  platform: string,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join('.') ?? '';
  throw new PullError({
    kind: 'later',
    message: `${platform} answered in a form that is not known here, at "${path}".`,
  });
}
