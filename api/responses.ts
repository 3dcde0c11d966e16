import { z } from 'zod';
import type { RouteResponse } from './route';

type Headers = Record<string, string>;

/** 200: read, updated, deleted or done. */
export const ok = <Body>(body: Body, headers?: Headers): RouteResponse<200, Body> => responseOf(200, body, headers);

/** For figures: when they were true. */
export const figuresAsOf = (at: Date): Headers => ({ 'X-Figures-As-Of': at.toISOString() });

/** 201 with the new record. */
export const created = <Body>(body: Body, headers?: Headers): RouteResponse<201, Body> =>
  responseOf(201, body, headers);

/** 202: begun, and carried on after the answer. */
export const accepted = <Body>(body: Body, headers?: Headers): RouteResponse<202, Body> =>
  responseOf(202, body, headers);

/** A row with the fields of a record. Timestamps may be dates. */
type RowOf<Fields> = { [Name in keyof Fields]: Fields[Name] | (string extends Fields[Name] ? Date : never) };

/** Returns the fields of a row that the schema of its record has. Dates are formatted as ISO 8601. */
export function recordOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  row: RowOf<z.input<z.ZodObject<Shape>>>,
): z.input<z.ZodObject<Shape>> {
  const values: Readonly<Record<string, unknown>> = row;
  const fields = Object.keys(schema.shape).map((name) => {
    const value = values[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as z.input<z.ZodObject<Shape>>;
}

export const deletedRecord = z.object({ id: z.string(), deleted: z.literal(true) });

/** 200: the record is gone. */
export const deleted = (id: string): RouteResponse<200, z.infer<typeof deletedRecord>> => ok({ id, deleted: true });

const responseOf = <Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Headers | undefined,
): RouteResponse<Status, Body> => (headers === undefined ? { status, body } : { status, body, headers });
