import { z } from 'zod';

/** A period in a query, each end of it a date (UTC) or an instant. Both ends belong to it. */

const bound = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const timeBounds = {
  from: bound.optional().meta({ description: 'A date (UTC) or an instant.' }),
  to: bound.optional().meta({ description: 'Inclusive: a date stands for its end.' }),
};
