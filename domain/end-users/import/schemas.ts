import { z } from 'zod';
import { jsonObject, jsonText, shownText } from '../../json/schemas';

/** Shapes of imports of people. */

const columns = z.record(z.string().max(500), z.string().max(300)).meta({
  description:
    'The field of each column: `email`, `id`, `timezone`, `locale`, `attributes.<name>`, `consent.marketing`, ' +
    '`consent.source`. Other columns are not imported. Without it, columns with the name of a field are that field, and ' +
    'the others are attributes.',
});

const consent = z.strictObject({ marketing: z.boolean(), source: shownText(100) }).meta({
  description: 'The consent of all rows. Required unless columns are `consent.marketing` and `consent.source`.',
});

/** JSON in a parameter of the query. */
const inQuery = <Schema extends z.ZodType>(schema: Schema) =>
  jsonText(20_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional();

export const importQuery = z.strictObject({
  dryRun: z.enum(['true', 'false']).optional().meta({ description: 'Whether to count only what the import would do.' }),
  columns: inQuery(columns).meta({ description: 'For CSV: the columns as JSON, as in the body.' }),
  consent: inQuery(consent).meta({ description: 'For CSV: the consent as JSON, as in the body.' }),
});

export const importBody = z
  .strictObject({
    rows: z.array(jsonObject).min(1).max(10_000).meta({ description: 'One object per person, with its columns.' }),
    columns: columns.optional(),
    consent: consent.optional(),
  })
  .meta({
    id: 'ImportPeople',
    examples: [
      {
        rows: [{ email: 'ada@example.com', plan: 'pro' }],
        columns: { email: 'email', plan: 'attributes.plan' },
        consent: { marketing: true, source: 'newsletter form' },
      },
    ],
  });

export const importAccepted = z.object({ importId: z.string() }).meta({ id: 'ImportAccepted' });

const count = z.int();

export const importRecord = z
  .object({
    id: z.string(),
    status: z.enum(['receiving', 'running', 'completed', 'undoing', 'undone']),
    dryRun: z.boolean(),
    total: count.meta({ description: 'Rows of the import.' }),
    created: count,
    updated: count,
    unchanged: count,
    rejected: count,
    removed: count.meta({ description: 'Created people that an undo deleted.' }),
    kept: count.meta({
      description: 'Created people that an undo kept, because they were changed since or have activity.',
    }),
    errors: z.array(z.object({ row: count, message: z.string() })).meta({
      description: 'The first 100 rejected rows, numbered from 1 below the header. The file of errors has all.',
    }),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PeopleImport' });
