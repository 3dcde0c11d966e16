import { z } from 'zod';
import { experimentStatus } from '../experiments/schemas';
import { journeyStatus } from '../journeys/schemas';
import { jsonText, numberWithin } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { textLimits } from '../text-limits';
import { readUpdatedAt } from '../time/schemas';
import { freshnessStates, retestAfterDays } from './freshness';

/** Schemas for beliefs. */

const evidenceType = z.enum(['experiment', 'observation', 'external']);

const statement = jsonText(textLimits.longText, 1).meta({
  description: 'The hypothesis. Defaults to `claim`.',
});
const claim = jsonText(textLimits.longText, 1).meta({
  description: 'The claim about the subject. Defaults to `statement`.',
});
const short = jsonText(textLimits.name);
const tags = z.array(jsonText(100, 1)).max(50);
const notes = z.array(jsonText(textLimits.longText, 1)).max(100);
const share = numberWithin(numberLimits.share);

const described = {
  statement: statement.optional(),
  claim: claim.optional(),
  tags: tags.optional(),
  subject: short.nullable().optional(),
  audience: short.nullable().optional(),
  owner: short.nullable().optional(),
  evidence: notes
    .optional()
    .meta({ description: 'Notes on evidence. They do not change the confidence. Returned as `evidenceNotes`.' }),
  evidenceNotes: notes.optional().meta({ description: 'Same as `evidence`.' }),
};

interface BothSpellings {
  evidence?: string[] | undefined;
  evidenceNotes?: string[] | undefined;
}

function refuseDifferences({ value, issues }: { value: BothSpellings; issues: z.core.$ZodRawIssue[] }): void {
  const { evidence, evidenceNotes } = value;
  if (evidence === undefined || evidenceNotes === undefined) return;
  if (JSON.stringify(evidence) === JSON.stringify(evidenceNotes)) return;
  const message = 'must be the same as `evidence`. Send only one of the two';
  issues.push({ code: 'custom', path: ['evidenceNotes'], message, input: value });
}

export const createBeliefBody = z
  .strictObject({
    ...described,
    confidence: share.default(0.5).meta({ description: 'Confidence before any evidence. Clamped to 0.001 to 0.999.' }),
  })
  .check(refuseDifferences)
  .refine((body) => body.statement !== undefined || body.claim !== undefined, {
    path: ['statement'],
    message: 'is required (`statement` or `claim`)',
  })
  .meta({
    id: 'CreateBelief',
    examples: [
      { statement: 'Shorter forms convert better', confidence: 0.6, tags: ['forms'] },
      {
        subject: 'Sign-up form',
        claim: 'Three fields convert better than six',
        audience: 'New visitors',
        owner: 'Growth',
        evidence: ['Five of eight interviews named the length of the form.'],
      },
    ],
  });

export const updateBeliefBody = z
  .strictObject({
    updatedAt: readUpdatedAt.optional(),
    ...described,
    prior: share
      .optional()
      .meta({ description: 'Confidence before any evidence. A change recomputes the confidence.' }),
  })
  .check(refuseDifferences)
  .meta({ id: 'UpdateBelief', examples: [{ tags: ['forms', 'sign-up'], owner: 'Growth' }] });

export const updateConfidenceBody = z
  .strictObject({
    type: evidenceType,
    experimentId: jsonText(100, 1).optional().meta({ description: 'Required with type `experiment`.' }),
    delta: numberWithin(numberLimits.evidenceDelta).meta({
      description: 'A difference of rates. A positive value supports the belief; a negative value weakens it.',
    }),
    sampleSize: z
      .number()
      .nonnegative()
      .default(1)
      .meta({
        description:
          'Number of subjects behind the evidence. A larger sample moves the belief more. Values below one count ' +
          'as one.',
      }),
    messageId: jsonText(100, 1)
      .optional()
      .meta({
        description:
          'An id of your choice. A second request with the same id for the same belief changes nothing, so retries ' +
          'are safe.',
      }),
  })
  .refine(({ type, experimentId }) => type !== 'experiment' || experimentId !== undefined, {
    path: ['experimentId'],
    message: 'is required with type experiment',
  })
  .meta({
    id: 'UpdateConfidence',
    examples: [
      { type: 'observation', delta: 0.03, sampleSize: 1200, messageId: 'survey-7' },
      { type: 'experiment', experimentId: 'exp_01h455vb4pex5vsknk084sn02q', delta: 0.012, sampleSize: 8400 },
    ],
  });

const evidenceEntry = z
  .object({
    id: z.string(),
    type: evidenceType,
    experimentId: z.string().nullable(),
    experimentName: z.string().nullable().meta({ description: 'Null once the experiment is deleted.' }),
    delta: z.number(),
    sampleSize: z.number(),
    timestamp: z.iso.datetime(),
    source: z.enum(['manual', 'experiment', 'journey']).meta({
      description:
        '`experiment` and `journey` entries are added automatically. A `journey` entry is updated while the ' +
        'journey runs.',
    }),
    journeyId: z.string().nullable(),
    journeyName: z.string().nullable().meta({ description: 'Null once the journey is deleted.' }),
    stepId: z.string().nullable(),
  })
  .meta({ id: 'Evidence' });

export const beliefRecord = z
  .object({
    id: z.string(),
    statement: z.string(),
    claim: z.string().meta({ description: 'Same as `statement` unless both were given.' }),
    confidence: z.number(),
    prior: z.number().meta({ description: 'The confidence before any evidence.' }),
    tags: z.array(z.string()),
    subject: z.string().nullable(),
    audience: z.string().nullable(),
    owner: z.string().nullable(),
    evidence: z.array(evidenceEntry).meta({ description: 'Oldest first.' }),
    evidenceNotes: z.array(z.string()),
    freshness: z
      .object({
        state: z.enum(freshnessStates).meta({
          description: `\`untested\` without evidence, \`stale\` if the newest evidence is ${retestAfterDays} days old or older.`,
        }),
        lastEvidenceAt: z.iso.datetime().nullable(),
        testAgainAt: z.iso
          .datetime()
          .nullable()
          .meta({ description: `${retestAfterDays} days after the newest evidence.` }),
      })
      .meta({ description: 'Whether the evidence is recent. It does not change the confidence.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Belief' });

export const confidencePoint = z
  .object({
    at: z.iso.datetime(),
    confidence: z.number().meta({ description: 'The confidence from this time on.' }),
    previousConfidence: z.number().nullable().meta({
      description: 'The confidence before. Null at the creation, and for the oldest of more than 1,000 points.',
    }),
    evidenceId: z.string().nullable(),
    evidence: evidenceEntry.nullable().meta({
      description: 'The entry as it is now, including one that was withdrawn.',
    }),
    change: z.enum(['created', 'evidence', 'withdrawn', 'prior']),
  })
  .meta({ id: 'ConfidencePoint' });

const use = <State extends z.ZodType>(status: State) => z.array(z.object({ id: z.string(), name: z.string(), status }));

export const beliefUses = z
  .object({
    experiments: use(experimentStatus).meta({ description: 'Experiments that test the belief, newest first.' }),
    journeys: use(journeyStatus).meta({
      description: 'Journeys with a step that tests the belief in the draft or the latest version, newest first.',
    }),
  })
  .meta({ id: 'BeliefUses' });
