import { z } from 'zod';
import { periodRecord } from '../analytics/schemas';

const localDate = z.iso.date().meta({ description: 'Date in the workspace’s timezone.' });

export const digestRecord = z
  .object({
    enabled: z.boolean(),
    weekday: z.number().int().min(1).max(7).meta({ description: '1 is Monday.' }),
    time: z.string(),
    timezone: z.string(),
    nextRunAt: z.iso.datetime().nullable().meta({ description: 'Null while the digest is off.' }),
    lastRunAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Digest' });

export const startedDigest = z
  .object({
    workflowId: z.string(),
    date: localDate,
    alreadySent: z
      .boolean()
      .meta({ description: 'Whether the digest of this date was already sent. It is not sent again.' }),
    recipients: z.number().int().meta({ description: 'Number of members who receive the digest.' }),
  })
  .meta({ id: 'StartedDigest' });

export const digestPreview = z
  .object({
    date: localDate,
    period: periodRecord,
    isEmpty: z.boolean().meta({ description: 'Whether the week has nothing to report.' }),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    problem: z.string().nullable().meta({
      description: 'Why the workspace’s own template is not used; null if it has none or if it can be rendered.',
    }),
  })
  .meta({ id: 'DigestPreview' });
