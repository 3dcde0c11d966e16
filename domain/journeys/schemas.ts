import { z } from 'zod';
import { condition } from '../conditions/schemas';
import { isoDuration } from '../durations/schemas';
import { timezoneName } from '../end-users/schemas';
import { integerWithin, jsonText, numberWithin, shownText } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { instant, readUpdatedAt } from '../time/schemas';
import { entryRefusals } from './skip-reasons';

/** Shapes of journeys in API requests and responses. */

export const stepId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,100}$/, 'must be 1 to 100 letters, digits, "_", ".", ":" or "-"')
  .meta({ description: 'Id of a step, unique in its journey.', example: 'welcome' });

const named = { id: stepId, name: jsonText(200).optional() };

const sendStep = z
  .strictObject({
    ...named,
    kind: z.literal('send'),
    communicationId: z.string().max(100).meta({ description: 'Empty in a draft until a message is chosen.' }),
    next: stepId,
    onSkip: z.enum(['continue', 'exit']).default('continue'),
  })
  .meta({ id: 'SendStep', description: 'Sends a marketing communication to the subject.' });

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

const waitStep = z
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

const armNamed = { id: stepId, name: jsonText(200).optional() };

const branchStep = z
  .strictObject({
    ...named,
    kind: z.literal('branch'),
    arms: z.array(z.strictObject({ ...armNamed, when: condition, next: stepId })).max(50),
    else: stepId,
  })
  .meta({
    id: 'BranchStep',
    description: 'Takes the first arm with a matching condition, otherwise the default path.',
  });

const experimentStep = z
  .strictObject({
    ...named,
    kind: z.literal('experiment'),
    arms: z.array(z.strictObject({ ...armNamed, weight: numberWithin(numberLimits.share), next: stepId })).max(50),
    allocation: z.enum(['fixed', 'thompson']).default('fixed'),
    beliefId: z.string().min(1).max(100).nullable().optional(),
  })
  .meta({
    id: 'ExperimentStep',
    description: 'Splits subjects across arms with a stable hash. The first arm is the control.',
  });

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const webhookStep = z
  .strictObject({
    ...named,
    kind: z.literal('webhook'),
    url: z
      .string()
      .max(2_000)
      .refine((url) => url === '' || httpUrl.safeParse(url).success, 'must be an http or https URL')
      .meta({ description: 'Liquid after the host. Empty in a draft until it is entered.' }),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
    headers: z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/), jsonText(4_000)).optional(),
    body: jsonText(100_000).optional().meta({ description: 'Liquid.' }),
    timeoutSeconds: integerWithin(numberLimits.webhookTimeoutSeconds).default(10),
    next: stepId,
    onFailure: stepId.optional(),
  })
  .meta({ id: 'WebhookStep', description: 'Calls another service. Calls are signed and retried.' });

const exitStep = z
  .strictObject({ ...named, kind: z.literal('exit'), reason: jsonText(100).optional() })
  .meta({ id: 'ExitStep', description: 'Ends the execution.' });

export const journeyStep = z
  .discriminatedUnion('kind', [sendStep, waitStep, branchStep, experimentStep, webhookStep, exitStep])
  .meta({ id: 'JourneyStep' });

export const stepKind = z.enum(journeyStep.options.map(({ shape }) => shape.kind.value));

export const reentry = z.enum(['once', 'after_exit', 'always']);

const optionalReference = z.string().min(1).max(100).nullable();

/** The fields that a version freezes: all except name and description. */
const versioned = {
  audienceId: optionalReference,
  triggerContractId: optionalReference,
  goalEventName: z.string().min(1).max(200).nullable(),
  goalEventWindowDays: integerWithin(numberLimits.goalEventWindowDays),
  holdoutPercent: numberWithin(numberLimits.percent),
  reentry,
  steps: z.array(journeyStep).min(1).max(500),
};

export const journeyDefinition = z.object(versioned);

const optionalVersioned = journeyDefinition.partial().shape;

const described = { name: shownText(200), description: jsonText(2_000).nullable() };

export const createJourneyBody = z
  .strictObject({ name: described.name, description: described.description.optional(), ...optionalVersioned })
  .meta({
    id: 'CreateJourney',
    examples: [
      {
        name: 'Welcome',
        triggerContractId: 'trg_01h455vb4pex5vsknk084sn02q',
        steps: [
          { id: 'welcome', kind: 'send', communicationId: 'com_01h455vb4pex5vsknk084sn02q', next: 'pause' },
          { id: 'pause', kind: 'wait', duration: 'P3D', next: 'end' },
          { id: 'end', kind: 'exit', reason: 'welcomed' },
        ],
      },
    ],
  });

export const updateJourneyBody = z
  .strictObject({
    updatedAt: readUpdatedAt,
    name: described.name.optional(),
    description: described.description.optional(),
    ...optionalVersioned,
  })
  .meta({ id: 'UpdateJourney', examples: [{ updatedAt: '2026-01-05T09:00:00.000Z', goalEventName: 'purchase' }] });

const journeyDraft = z.object({ ...versioned, updatedAt: z.iso.datetime() }).meta({ id: 'JourneyDraft' });

const frozenEntry = z
  .object({
    triggerContract: z.object({ eventName: z.string(), where: condition.nullable() }).nullable(),
    audience: z.object({ condition }).nullable(),
  })
  .meta({
    id: 'FrozenEntry',
    description:
      'The trigger contract and the audience at publication. They decide who enters, regardless of later changes.',
  });

export const journeyStatus = z.enum(['draft', 'published', 'paused', 'archived']);

export const journeyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: journeyStatus,
    ...versioned,
    version: z.union([z.literal('draft'), z.number().int()]),
    frozen: frozenEntry.nullable().meta({ description: 'For the version shown. Null for a draft.' }),
    latestVersion: z.number().int().nullable(),
    draft: journeyDraft.nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Journey' });

export const publishedVersion = z
  .object({
    id: z.string(),
    version: z.number().int(),
    warnings: z.array(z.string()).meta({ description: 'Problems that do not block publication but should be fixed.' }),
  })
  .meta({ id: 'PublishedVersion', description: 'The journey and its new, immutable version.' });

export const executionStatus = z.enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED']);

export const executionRecord = z
  .object({
    executionArn: z.string().meta({ example: 'arn:apex:journeys:wsp_1:execution/jrn_1/1/exe_1' }),
    endUserId: z.string(),
    status: executionStatus,
    startedAt: z.iso.datetime(),
    currentStepId: z.string(),
    version: z.number().int(),
    endedAt: z.iso.datetime().nullable(),
    exitReason: z.string().nullable(),
    cancelReason: z
      .string()
      .nullable()
      .meta({ description: 'Why the execution was ended from outside: canceled, archived or erased.' }),
    workflowId: z.string(),
    workflowUrl: z.string().meta({ description: 'Link to the workflow in the Temporal UI.' }),
  })
  .meta({ id: 'Execution' });

export const namedExecution = executionRecord
  .extend({
    endUserEmail: z.string().nullable().meta({
      description:
        'Current email address of the person. Null if they have none or were erased (`endUserId` is then `erased`).',
    }),
  })
  .meta({ id: 'NamedExecution', description: 'An execution with the email address of the person.' });

const endUserId = z.string().min(1).max(100);

export const startExecutionBody = z
  .strictObject({ endUserId })
  .meta({ id: 'StartExecution', examples: [{ endUserId: 'eus_01h455vb4pex5vsknk084sn02q' }] });

export const startByServiceBody = z
  .strictObject({
    workspaceId: z.string().min(1).max(100),
    journeyId: z.string().min(1).max(100),
    endUserId,
    idempotencyKey: jsonText(255, 1),
  })
  .meta({
    id: 'StartExecutionByService',
    examples: [
      {
        workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q',
        journeyId: 'jrn_01h455vb4pex5vsknk084sn02q',
        endUserId: 'eus_01h455vb4pex5vsknk084sn02q',
        idempotencyKey: 'order-4711',
      },
    ],
  });

export const notStarted = z
  .object({ started: z.literal(false), reason: z.enum(entryRefusals) })
  .meta({ id: 'NotStarted' });

export type JourneyStep = z.infer<typeof journeyStep>;
export type JourneyDefinition = z.infer<typeof journeyDefinition>;
export type FrozenEntry = z.infer<typeof frozenEntry>;
export type JourneyStatus = z.infer<typeof journeyStatus>;
export type ExecutionStatus = z.infer<typeof executionStatus>;
export type Reentry = z.infer<typeof reentry>;
