import { z } from 'zod';
import { isOfYears, roomyYears, storableYears } from './time-bounds';

/** Times in request bodies, limited to years that both PostgreSQL and JavaScript can read, in UTC. */

const ofYears = (years: typeof storableYears) =>
  [(text: string) => isOfYears(text, years), `must be in the years ${years.first} to ${years.last}`] as const;

export const date = z.iso.date().refine(...ofYears(storableYears));

export const instant = z.iso.datetime({ offset: true }).refine(...ofYears(storableYears));

/** An instant from which others are computed, such as the end of a condition's window. */
export const roomyInstant = z.iso.datetime({ offset: true }).refine(...ofYears(roomyYears));

/** For updates: the state that the caller has read. */
export const readUpdatedAt = z.iso
  .datetime({ offset: true })
  .meta({ description: 'The updatedAt that you read. A different value returns 409.' });

/** A period in a query. Each bound is a date (UTC) or an instant of any year, and both are inclusive. */

export const instantOrDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const timeBounds = {
  from: instantOrDate.optional().meta({ description: 'A date (UTC) or a timestamp.' }),
  to: instantOrDate.optional().meta({ description: 'Inclusive. A date includes the whole day.' }),
};
