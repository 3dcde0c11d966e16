import { z } from 'zod';
import { ingestionWarnings, serverEvent, skippedJourney } from '../../events/schemas';
import { executionRecord } from '../schemas';

/** Shapes of the internal dispatch of one event. */

export const dispatchBody = z
  .strictObject({
    workspaceId: z.string().min(1).max(100),
    event: serverEvent.extend({ endUserId: z.string().min(1).max(100).optional() }),
  })
  .meta({
    id: 'Dispatch',
    examples: [
      {
        workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q',
        event: { type: 'order_placed', endUserId: 'eus_01h455vb4pex5vsknk084sn02q', data: { total: 20 } },
      },
    ],
  });

export const dispatchResponse = z
  .object({
    started: z.array(executionRecord.extend({ journeyId: z.string() })),
    skipped: z.array(skippedJourney),
    warnings: ingestionWarnings,
  })
  .meta({ id: 'Dispatched' });
