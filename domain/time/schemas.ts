import { z } from 'zod';
import { isOfYears, roomyYears, storableYears } from './time-bounds';

/** Times in bodies, of years that PostgreSQL and JavaScript both read, in UTC. */

const ofYears = (years: typeof storableYears) =>
  [(text: string) => isOfYears(text, years), `must be of the years ${years.first} to ${years.last}`] as const;

export const date = z.iso.date().refine(...ofYears(storableYears));

export const instant = z.iso.datetime({ offset: true }).refine(...ofYears(storableYears));

/** An instant that others are computed from, as windows of conditions end with it. */
export const roomyInstant = z.iso.datetime({ offset: true }).refine(...ofYears(roomyYears));

/** A period in a query, each end of it a date (UTC) or an instant, of any year. Both ends belong to it. */

const bound = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const timeBounds = {
  from: bound.optional().meta({ description: 'A date (UTC) or an instant.' }),
  to: bound.optional().meta({ description: 'Inclusive: a date stands for its end.' }),
};
