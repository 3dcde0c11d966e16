import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { configurationKinds } from './configuration';

/** Shapes of erasures (contract, sections 7 and 10). */

const workspaceId = z.string().min(1).max(100);
const name = z.string().min(1).max(100);

export const eraseEndUserBody = z
  .strictObject({ workspaceId, endUserId: name.optional(), email: emailAddress.optional() })
  .refine(({ endUserId, email }) => (endUserId === undefined) !== (email === undefined), {
    message: 'needs either endUserId or email, and not both',
  })
  .meta({
    id: 'ForgetEndUser',
    examples: [{ workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q', endUserId: 'eus_01h455vb4pex5vsknk084sn02q' }],
  });

const status = z.enum(['running', 'completed', 'failed']);

export const erasureAccepted = z.object({ erasureId: z.string(), status }).meta({ id: 'ErasureAccepted' });

export const erasureRecord = z
  .object({
    erasureId: z.string(),
    status,
    stage: z.enum(['runs', 'workflows', 'records', 'events', 'done']).meta({ description: 'What is being done now.' }),
    progress: z.object({
      executions: z.int().meta({ description: 'Runs whose workflow was deleted.' }),
      records: z.int().meta({ description: 'Rows that were changed or removed, other than events.' }),
      events: z.int().meta({ description: 'Events that were made anonymous.' }),
    }),
    requestedAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    failure: z.string().nullable(),
    mentions: z
      .array(
        z.object({
          kind: z.enum(configurationKinds),
          id: z.string().meta({ description: 'Of drafts and versions: the id of the journey.' }),
          version: z.int().nullable().meta({ description: 'Of a published version, else null.' }),
        }),
      )
      .meta({
        description:
          'Configuration that named the person when the erasure was completed. It stays as it is: edit it, then request the erasure ' +
          'by the address again to see what is left.',
      }),
  })
  .meta({ id: 'Erasure' });
