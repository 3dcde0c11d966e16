import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { configurationKinds } from './configuration';

/** Shapes of erasures. */

const workspaceId = z.string().min(1).max(100);
const name = z.string().min(1).max(100);

export const eraseEndUserBody = z
  .strictObject({ workspaceId, endUserId: name.optional(), email: emailAddress.optional() })
  .refine(({ endUserId, email }) => (endUserId === undefined) !== (email === undefined), {
    message: 'must have either endUserId or email, but not both',
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
    stage: z.enum(['runs', 'workflows', 'records', 'events', 'done']).meta({ description: 'The current stage.' }),
    progress: z.object({
      executions: z.int().meta({ description: 'Executions whose workflow was deleted.' }),
      records: z.int().meta({ description: 'Rows changed or removed, except events.' }),
      events: z.int().meta({ description: 'Events made anonymous.' }),
    }),
    requestedAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    failure: z.string().nullable(),
    mentions: z
      .array(
        z.object({
          kind: z.enum(configurationKinds),
          id: z.string().meta({ description: 'For drafts and versions: the id of the journey.' }),
          version: z.int().nullable().meta({ description: 'For a published version. Otherwise null.' }),
        }),
      )
      .meta({
        description:
          'Configuration that mentioned the person when the erasure was completed. It is not changed. Edit it, ' +
          'then request the erasure by address again to see what remains.',
      }),
  })
  .meta({ id: 'Erasure' });
