import { z } from 'zod';
import { timeBounds } from '../time/schemas';

/** The log of a workspace (contract, section 10). */

export const auditFilter = {
  actor: z.string().max(100).optional().meta({ description: 'Id of a user or key, or `system`.' }),
  action: z
    .string()
    .regex(/^[a-z_]+(\.([a-z_]+|\*))?$/, 'must be an action such as key.created, or key.* for all of a kind')
    .max(100)
    .optional()
    .meta({ description: 'Such as `journey.published`; `key.*` for all of a kind.' }),
  subjectType: z.string().max(100).optional(),
  subjectId: z.string().max(100).optional(),
  ...timeBounds,
};

export const auditRecord = z
  .object({
    id: z.string(),
    timestamp: z.iso.datetime(),
    actor: z.string().meta({ description: 'Id of the user or key, or `system`.' }),
    actorKind: z.enum(['user', 'key', 'system']),
    actorName: z.string().nullable().meta({ description: 'Of the user or key, as it is now.' }),
    action: z.string().meta({ example: 'key.created' }),
    subjectType: z.string().meta({ example: 'workspace' }),
    subjectId: z.string(),
    metadata: z.record(z.string(), z.unknown()).meta({ description: 'Ids, numbers and names of fields.' }),
  })
  .meta({ id: 'AuditEntry', description: 'One act of a person, a key or the service.' });
