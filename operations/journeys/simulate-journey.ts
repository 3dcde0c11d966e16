import type { z } from 'zod';
import { listArmWeights } from '../../db/journeys/arm-weights';
import { findAudience } from '../../db/audiences/audiences';
import { gatherFacts } from '../../db/audiences/condition-facts';
import { recordAudit } from '../../db/audit/audit';
import type { Database } from '../../db/connection/pool';
import { findSubjectInJourney, listMarketingSends } from '../../db/reports/subject-in-journey';
import { isSuppressed } from '../../db/email/suppressions';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import type { Condition } from '../../domain/conditions/schemas';
import { invalid, notFound } from '../../domain/errors';
import { graphProblems } from '../../domain/journeys/graph';
import type { FrozenEntry } from '../../domain/journeys/schemas';
import type { simulateBody, simulation } from '../../domain/journeys/simulation/schemas';
import type { Simulation } from '../../domain/journeys/simulation/simulated-messages';
import type { SimulatedRun } from '../../domain/journeys/simulation/simulated-run';
import { conditionsOf } from '../../domain/journeys/steps/registry';
import { templateContext } from '../../domain/journeys/template-context';
import { brandingOf } from '../../domain/senders/branding';
import type { JsonObject } from '../../domain/json/schemas';
import type { Context, Settings } from '../ports';
import { findShownVersion, readSubject, type Subject } from './dry-run';
import { maskedMessages, readContents } from './simulated-messages';

type Body = z.output<typeof simulateBody>;

type Result = z.infer<typeof simulation>;

interface SimulationRequest {
  workspaceId: string;
  journeyId: string;
  body: Body;
  /** Start of the execution if the body has none. */
  now: Date;
}

/**
 * Simulates the draft of a journey, or else its latest version, for one person. Sends nothing, and writes only an audit entry.
 * @throws AppError NOT_FOUND for the journey or the subject; VALIDATION_ERROR for steps with errors, a missing audience, or messages
 * that are too long or expensive; SERVICE_UNAVAILABLE if too many expensive tasks are queued
 */
export async function simulateJourney(
  context: Pick<Context, 'database' | 'threads' | 'clock'> & { settings: Pick<Settings, 'publicUrl'> },
  { workspaceId, id: actorId }: Actor,
  { journeyId, body }: Pick<SimulationRequest, 'journeyId' | 'body'>,
): Promise<Result> {
  const { database, threads, settings, clock } = context;
  const request = { workspaceId, journeyId, body, now: clock.now() };
  const prepared = await prepareSimulation(database, settings.publicUrl, request);
  const { run } = prepared;
  const result = await threads.run('simulate', prepared, workspaceId);
  const person = body.subjectId === undefined ? {} : { endUserId: body.subjectId };
  const metadata = { ...person, overrides: [...run.overrides], eligible: result.eligible };
  await recordAudit(database, [
    {
      workspaceId,
      subjectType: 'journey',
      subjectId: journeyId,
      actor: actorId,
      action: 'journey.simulated',
      metadata,
    },
  ]);
  return result;
}

/** Reads everything that a dry run needs. */
async function prepareSimulation(
  database: Database,
  publicUrl: string,
  request: SimulationRequest,
): Promise<Simulation> {
  const { workspaceId, journeyId, body } = request;
  const { definition, version, frozen } = await findShownVersion({ database }, workspaceId, journeyId);
  const problems = graphProblems(definition.steps);
  if (problems.length > 0) throw invalid('The steps have errors. Fix them before you simulate the journey.', problems);
  const subject = await readSubject({ database }, workspaceId, body);
  const at = body.at === undefined ? request.now : new Date(body.at);
  const audience = await audienceOf(database, workspaceId, { audienceId: definition.audienceId, frozen });
  const settings = await readSettings(database, workspaceId);
  const { frequencyCap, quietHours, personalAttributes } = settings;
  const event = { data: body.event?.data ?? {} };
  const { attributes: _, ...person } = subject;
  const contents = await readContents({ database }, { workspaceId, journeyId, version }, definition.steps);
  const before = await findSubjectInJourney(database, workspaceId, journeyId, subject.id);
  const sendsSince = new Date(at.getTime() - (frequencyCap?.days ?? 0) * 86_400_000);
  const run: Simulation['run'] = {
    workspaceId,
    journeyId,
    definition,
    audience,
    at,
    frequencyCap,
    subject: person,
    facts: await factsAbout(database, request, {
      subject,
      event,
      at,
      conditions: [...(audience === null ? [] : [audience]), ...conditionsOf(definition.steps)],
    }),
    hasEntered: before.hasEntered,
    isRunning: before.isRunning,
    earlierArms: before.arms,
    isSuppressed: subject.email !== null && (await isSuppressed(database, workspaceId, subject.email)),
    sentAt: subject.isSynthetic ? [] : await listMarketingSends(database, workspaceId, subject.id, sendsSince),
    quietHours,
    overrides: new Set(body.overrides),
    weights: version === 'draft' ? new Map() : await listArmWeights(database, { workspaceId, journeyId, version }),
  };
  const context = templateContext(subject, { eventData: event.data, journeyId, executionId: 'simulated' });
  const shown = { personalAttributes, publicUrl, sender: brandingOf(settings) };
  return { run, context, messages: maskedMessages(contents, context, shown) };
}

async function readSettings(database: Database, workspaceId: string): Promise<Workspace> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  return workspace;
}

/** Returns the audience that a version froze, or that a draft would freeze now. */
async function audienceOf(
  database: Database,
  workspaceId: string,
  { audienceId, frozen }: { audienceId: string | null; frozen: FrozenEntry | null },
): Promise<Condition | null> {
  if (frozen !== null) return frozen.audience?.condition ?? null;
  if (audienceId === null) return null;
  const audience = await findAudience(database, workspaceId, audienceId);
  if (audience === null) {
    throw invalid('The audience of the journey does not exist. Choose another audience.', [
      { path: 'audienceId', message: 'does not exist' },
    ]);
  }
  return audience.condition;
}

/** A sample subject has no events to count. */
async function factsAbout(
  database: Database,
  { workspaceId }: SimulationRequest,
  about: { subject: Subject; event: { data: JsonObject }; at: Date; conditions: readonly Condition[] },
): Promise<SimulatedRun['facts']> {
  const { subject, event, at, conditions } = about;
  const known = { email: subject.email, timezone: subject.timezone, attributes: subject.attributes, event };
  if (subject.isSynthetic) return known;
  const gathered = { workspaceId, endUserId: subject.id, endUser: null, event, now: at };
  return { ...(await gatherFacts(database, gathered, conditions)), ...known };
}
