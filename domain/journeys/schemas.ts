import { z } from 'zod';
import { condition } from '../conditions/schemas';
import { integerWithin, jsonText, numberWithin, shownText } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { readUpdatedAt } from '../time/schemas';
import { entryRefusals } from './skip-reasons';
import { branchStep } from './steps/branch/schema';
import { exitStep } from './steps/exit/schema';
import { experimentStep } from './steps/experiment/schema';
import { sendStep } from './steps/send/schema';
import { updatePersonStep } from './steps/update-person/schema';
import { waitStep } from './steps/wait/schema';
import { webhookStep } from './steps/webhook/schema';

/** Shapes of journeys in API requests and responses. */

export const journeyStep = z
  .discriminatedUnion('kind', [sendStep, waitStep, branchStep, experimentStep, webhookStep, updatePersonStep, exitStep])
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
export type StepKind = JourneyStep['kind'];
export type StepOf<Kind extends StepKind> = Extract<JourneyStep, { kind: Kind }>;
export type JourneyDefinition = z.infer<typeof journeyDefinition>;
export type FrozenEntry = z.infer<typeof frozenEntry>;
export type JourneyStatus = z.infer<typeof journeyStatus>;
export type ExecutionStatus = z.infer<typeof executionStatus>;
export type Reentry = z.infer<typeof reentry>;
