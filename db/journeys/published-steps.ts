import { planOf, rulesOf, type Plan } from '../../domain/journeys/steps/registry';
import type { StepTitles } from '../../domain/journeys/place';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { preparedAs, type Database } from '../connection/pool';
import type { VersionName } from './journey-versions';

/** The steps of a published version. */
export interface PublishedSteps {
  steps: readonly JourneyStep[];
  plan: Plan;
  /** The name of the journey, as it was when this process first read the version. */
  journeyName: string;
  /** The names of messages, as they were when this process first read the version. */
  titles: StepTitles;
}

/** Versions that a process keeps. They never change. */
const keptVersions = 500;
const kept = new Map<string, PublishedSteps>();

/** Reads the steps of a version, once per process. Returns null if the version does not exist. */
export async function readSteps(
  database: Database,
  { workspaceId, journeyId, version }: VersionName,
): Promise<PublishedSteps | null> {
  const key = `${workspaceId}/${journeyId}/${version}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const row = await database('journey_versions as v')
    .join('journeys as j', { 'j.workspace_id': 'v.workspace_id', 'j.id': 'v.journey_id' })
    .where({ 'v.workspace_id': workspaceId, 'v.journey_id': journeyId, 'v.version': version })
    .options(preparedAs(database, 'find-published-steps'))
    .first<{ steps: JourneyStep[]; journeyName: string } | undefined>({ steps: 'v.steps', journeyName: 'j.name' });
  if (row === undefined) return null;
  const { steps, journeyName } = row;
  const titles = await titlesOf(database, workspaceId, steps);
  const published = { steps, journeyName, plan: planOf(steps), titles };
  const [oldest] = kept.keys();
  if (kept.size >= keptVersions && oldest !== undefined) kept.delete(oldest);
  kept.set(key, published);
  return published;
}

async function titlesOf(database: Database, workspaceId: string, steps: readonly JourneyStep[]): Promise<StepTitles> {
  const messages = steps.flatMap((step) => {
    const { communicationId } = rulesOf(step).references?.(step) ?? {};
    return communicationId === undefined ? [] : [{ stepId: step.id, communicationId }];
  });
  const named = await database('communications')
    .where({ workspace_id: workspaceId })
    .whereIn(
      'id',
      messages.map(({ communicationId }) => communicationId),
    )
    .select<{ id: string; name: string }[]>('id', 'name');
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    messages.flatMap(({ stepId, communicationId }) => {
      const name = names.get(communicationId);
      return name === undefined ? [] : [[stepId, name]];
    }),
  );
}
