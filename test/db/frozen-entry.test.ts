import { insertWorkspace } from '../../db/workspaces/workspaces';
import { useDatabase } from '../support/database';

const database = useDatabase({ poolSize: 2 });
const workspaceId = 'wsp_1';
const where = { field: 'event.data.total', operator: 'greater_than', value: 5 };
const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };

beforeAll(async () => {
  await insertWorkspace(database, { id: workspaceId, name: 'Old', publicKey: 'svc_pk_old', plan: 'free' });
  const named = { workspace_id: workspaceId, name: 'Named' };
  await database('trigger_contracts').insert({ ...named, id: 'trg_1', event_name: 'bought', where });
  await database('audiences').insert({ ...named, id: 'aud_1', condition });
});

/** Publishes without the columns that freeze the trigger contract and audience. */
async function publish(journeyId: string, references: Record<string, string>): Promise<void> {
  await database.transaction(async (transaction) => {
    const journey = { workspace_id: workspaceId, id: journeyId, name: 'Old', status: 'published', latest_version: 1 };
    await transaction('journeys').insert(journey);
    await transaction('journey_versions').insert({
      workspace_id: workspaceId,
      journey_id: journeyId,
      version: 1,
      goal_event_window_days: 7,
      holdout_percent: 0,
      reentry: 'always',
      steps: '[]',
      published_by: 'usr_1',
      ...references,
    });
  });
}

const frozen = (journeyId: string) =>
  database('journey_versions')
    .where({ journey_id: journeyId })
    .first('trigger_event_name', 'trigger_where', 'audience_condition');

test('a version without frozen conditions gets those of its trigger contract and audience', async () => {
  await publish('jrn_unfrozen', { trigger_contract_id: 'trg_1', audience_id: 'aud_1' });
  expect(await frozen('jrn_unfrozen')).toEqual({
    trigger_event_name: 'bought',
    trigger_where: where,
    audience_condition: condition,
  });
});
