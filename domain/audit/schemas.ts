import { z } from 'zod';
import { timeBounds } from '../time/schemas';

/** Shapes of a workspace's audit log. */

export const auditFilter = {
  actor: z.string().max(100).optional().meta({ description: 'Id of a user or key, or `system`.' }),
  action: z
    .string()
    .regex(/^[a-z_]+(\.([a-z_]+|\*))?$/, 'must be an action such as key.created, or key.* for all key actions')
    .max(100)
    .optional()
    .meta({ description: 'An action such as `journey.published`. Use `key.*` for all key actions.' }),
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
    actorName: z.string().nullable().meta({ description: 'Current name of the user or key.' }),
    action: z.string().meta({ example: 'key.created' }),
    subjectType: z.string().meta({ example: 'workspace' }),
    subjectId: z.string(),
    subjectName: z.string().nullable().meta({
      description: 'Current name of the subject. Null if it has none or was deleted.',
    }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: 'Ids, numbers and field names.' }),
  })
  .meta({ id: 'AuditEntry', description: 'An action by a person, a key or the service.' });
