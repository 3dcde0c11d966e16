import { z } from 'zod';
import { condition } from '../../../conditions/schemas';
import { isoDuration } from '../../../durations/schemas';
import { timezoneName } from '../../../end-users/schemas';
import { jsonText } from '../../../json/schemas';
import { instant } from '../../../time/schemas';
import { named, stepId } from '../schemas';

const untilTime = z
  .strictObject({
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00'),
    weekdays: z
      .array(z.number().int().min(1).max(7))
      .min(1)
      .max(7)
      .optional()
      .meta({ description: '1 is Monday. Default: every day.' }),
    timezone: z.union([z.literal('subject'), timezoneName]).default('subject'),
  })
  .meta({ id: 'UntilTime', description: 'The next occurrence of this time of day.' });

const untilEvent = z
  .strictObject({
    eventName: jsonText(200, 1),
    where: condition.optional().meta({ description: 'Condition on the event (`event.data.…`) and the subject.' }),
    timeout: isoDuration,
    timeoutNext: stepId,
  })
  .meta({
    id: 'UntilEvent',
    description: 'Waits for the next matching event of the subject or for the timeout, whichever comes first.',
  });

export const waitStep = z
  .strictObject({
    ...named,
    kind: z.literal('wait'),
    duration: isoDuration.optional(),
    until: instant.optional(),
    untilTime: untilTime.optional(),
    untilEvent: untilEvent.optional(),
    next: stepId,
  })
  .refine(
    (step) =>
      [step.duration, step.until, step.untilTime, step.untilEvent].filter((way) => way !== undefined).length === 1,
    'must have exactly one of duration, until, untilTime and untilEvent',
  )
  .meta({ id: 'WaitStep', description: 'Waits for a duration, a time or an event.' });
