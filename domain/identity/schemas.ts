import { z } from 'zod';
import { jsonText } from '../json/schemas';

/** Shapes of visitor identity (contract, section 4). */

export const visitorId = jsonText(200, 1);

export const linkVisitorBody = z
  .strictObject({
    visitorId,
    leadId: z.string().min(1).max(100),
    source: jsonText(200, 1).optional(),
  })
  .meta({
    id: 'LinkVisitor',
    examples: [{ visitorId: 'v-8f14e45f', leadId: 'eus_01h455vb4pex5vsknk084sn02q', source: 'crm' }],
  });

export const visitorLink = z
  .object({
    visitorId: z.string(),
    leadId: z.string(),
    previousLeadId: z.string().nullable(),
    source: z.string().nullable(),
    linkedAt: z.iso.datetime(),
  })
  .meta({ id: 'VisitorLink' });
