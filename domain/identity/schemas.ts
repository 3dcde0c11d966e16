import { z } from 'zod';
import { channels } from '../analytics/channel';
import { emailAddress } from '../email/schemas';
import { jsonText, refuseBy } from '../json/schemas';
import { isPlaceholderId, isPlaceholderUserId } from './placeholder';

/** Shapes of visitor identity. */

/** An id that is not a placeholder such as `undefined`. */
const realId = (id: z.ZodString, isPlaceholder: (text: string) => boolean) =>
  id.superRefine(
    refuseBy(
      (text) => (isPlaceholder(text) ? 'is blank or a placeholder. Send an id, or leave it out' : null),
      'PLACEHOLDER_ID',
    ),
  );

export const visitorId = realId(jsonText(200, 1), isPlaceholderId);

/** The customer's own id of a person, or the id of a lead. */
export const userId = realId(jsonText(200, 1), isPlaceholderUserId);

const leadId = realId(z.string().min(1).max(100), isPlaceholderId);

export const leadIdInPath = realId(z.string(), isPlaceholderId);

export const linkVisitorBody = z
  .strictObject({
    visitorId,
    leadId,
    source: jsonText(200, 1).optional(),
  })
  .meta({
    id: 'LinkVisitor',
    examples: [{ visitorId: 'v-8f14e45f', leadId: 'eus_01h455vb4pex5vsknk084sn02q', source: 'crm' }],
  });

export const visitorLink = z
  .object({
    visitorId: z.string(),
    leadId: z.string().nullable().meta({ description: 'Null if the visitor is anonymous again.' }),
    previousLeadId: z.string().nullable(),
    source: z.string().nullable(),
    linkedAt: z.iso.datetime(),
  })
  .meta({ id: 'VisitorLink' });

export const undoLinkBody = z
  .strictObject({ visitorId, leadId })
  .meta({ id: 'UndoLink', examples: [{ visitorId: 'v-8f14e45f', leadId: 'eus_01h455vb4pex5vsknk084sn02q' }] });

export const stitchBody = z
  .object({
    visitorId,
    email: emailAddress,
    workspaceKey: jsonText(200, 1).optional(),
    projectKey: jsonText(200, 1).optional(),
  })
  .meta({
    id: 'Stitch',
    examples: [{ visitorId: 'v-8f14e45f', email: 'ada@example.com', workspaceKey: 'svc_pk_YourWorkspace' }],
  });

export const stitchResponse = z
  .object({
    stitched: z.literal(true).meta({ description: 'Always true, so that the response does not reveal who is known.' }),
  })
  .meta({ id: 'Stitched' });

export const identityQuery = z.object({ visitorId });

export const visitorIdentity = z
  .object({
    visitorId: z.string(),
    leadId: z.string().nullable(),
    firstSeen: z.iso.datetime(),
    lastSeen: z.iso.datetime(),
    events: z
      .array(
        z.object({
          type: z.string(),
          url: z.string().nullable(),
          timestamp: z.iso.datetime(),
          visitorId: z
            .string()
            .nullable()
            .meta({ description: 'The lead’s visitor id (device) of this event. Null for server events.' }),
        }),
      )
      .meta({ description: 'The newest 100 events, newest first. For a lead, from all linked visitors.' }),
    attribution: z
      .object({ channel: z.enum(channels), source: z.string().nullable(), landingPage: z.string().nullable() })
      .meta({ description: 'The first touch.' }),
  })
  .meta({ id: 'VisitorIdentity' });
