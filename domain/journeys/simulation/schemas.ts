import { z } from 'zod';
import { emailAddress } from '../../email/schemas';
import { consentChange, timezoneName } from '../../end-users/schemas';
import { jsonObject, jsonText, jsonValue } from '../../json/schemas';
import { textLimits } from '../../text-limits';
import { roomyInstant } from '../../time/schemas';
import { stepKind } from '../schemas';
import { stepId } from '../steps/schemas';

/** Shapes of a dry run. */

export const override = z.enum(['opt_out', 'suppression', 'frequency_cap', 'holdout']);

const syntheticSubject = z
  .object({
    email: emailAddress.nullable().optional(),
    timezone: timezoneName.nullable().optional(),
    consent: z.union([z.boolean(), consentChange]).optional(),
  })
  .catchall(jsonValue);

/** Exactly one of the two is required. */
export const simulatedSubject = z.strictObject({
  subjectId: z.string().min(1).max(100).optional().meta({ description: 'Id of an existing end user.' }),
  subjectAttributes: syntheticSubject.optional().meta({
    description:
      'A sample subject. `email`, `timezone` and `consent` set those values; any other name is an attribute.',
  }),
});

const passedOver = jsonText(textLimits.longText).optional();

/** Only `type` and `data` are used. The other fields let a caller reuse a sent event unchanged. */
export const simulatedEvent = z.strictObject({
  type: jsonText(200, 1).optional(),
  data: jsonObject.optional(),
  visitorId: passedOver,
  userId: passedOver,
  email: passedOver,
  url: passedOver,
  referrer: passedOver,
  timestamp: passedOver,
  messageId: passedOver,
});

export const simulateBody = z
  .strictObject({
    ...simulatedSubject.shape,
    overrides: z.array(override).max(4).optional().meta({ description: 'Checks to skip. Owners only.' }),
    event: simulatedEvent
      .optional()
      .meta({ description: 'The event that starts the execution. Only its `type` and `data` are used.' }),
    at: roomyInstant.optional().meta({ description: 'Start of the execution. Default now.' }),
  })
  .refine(
    ({ subjectId, subjectAttributes }) => (subjectId === undefined) !== (subjectAttributes === undefined),
    'must have either subjectId or subjectAttributes',
  )
  .meta({
    id: 'SimulateJourney',
    examples: [{ subjectAttributes: { email: 'ada@example.com', timezone: 'Europe/Berlin', plan: 'pro' } }],
  });

const decision = z
  .object({
    check: z.enum(['audience', 'reentry', 'opt_out', 'suppression', 'frequency_cap', 'holdout', 'quiet_hours']),
    outcome: z.enum(['pass', 'block', 'overridden']),
    reason: z.string(),
  })
  .meta({ id: 'SimulatedDecision' });

const tracedArm = z
  .object({
    armId: z.string(),
    next: stepId,
    taken: z.boolean(),
    matched: z.boolean().optional().meta({ description: 'For a branch: whether the condition matches.' }),
    weight: z.number().optional().meta({ description: 'For an experiment.' }),
  })
  .meta({ id: 'SimulatedArm' });

const tracedStep = z
  .object({
    stepId: z.string(),
    kind: stepKind,
    at: z.iso.datetime(),
    outcome: z
      .enum(['sent', 'skipped', 'failed', 'elapsed', 'arm', 'delivered', 'done', 'exit'])
      .meta({ description: 'The simulated outcome. Nothing is sent or called.' }),
    reason: z.string().optional(),
    rendered: z
      .object({
        subject: z.string(),
        html: z.string(),
        text: z.string(),
        warnings: z.array(z.string()).meta({ description: 'What the message lacks.' }),
      })
      .optional(),
    arms: z.array(tracedArm).optional().meta({ description: 'All paths of a branch, experiment or untilEvent.' }),
    armId: z.string().optional(),
    attributes: jsonObject.optional().meta({ description: 'Attributes that the step would set.' }),
    resumesAt: z.iso.datetime().optional().meta({ description: 'End of the wait or of the quiet hours.' }),
  })
  .meta({ id: 'SimulatedStep' });

export const simulation = z
  .object({
    eligible: z.boolean().meta({ description: 'Whether no check blocks the subject.' }),
    decisions: z.array(decision).meta({ description: 'Results of the checks at the start of the execution.' }),
    trace: z
      .array(tracedStep)
      .meta({ description: 'Steps of the execution. Empty if the audience, re-entry or holdout check blocks it.' }),
    sent: z.literal(0),
  })
  .meta({ id: 'Simulation', description: 'Result of a dry run. Personal data is masked.' });

export type Override = z.infer<typeof override>;
export type Decision = z.infer<typeof decision>;
export type TracedStep = z.infer<typeof tracedStep>;
export type TracedMessage = NonNullable<TracedStep['rendered']>;
export type TracedArm = z.infer<typeof tracedArm>;
