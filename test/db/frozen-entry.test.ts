import { connect, type Database } from '../../db/connection/pool';
import { insertWorkspace } from '../../db/workspaces/workspaces';
import { down, up } from '../../db/migrations/20261122_29_frozen_entry';
import { createTestDatabase, type TestDatabase } from '../support/database';

let testDatabase: TestDatabase;
let database: Database;
const workspaceId = 'wsp_1';
const where = { field: 'event.data.total', operator: 'greater_than', value: 5 };
const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  await insertWorkspace(database, { id: workspaceId, name: 'Old', publicKey: 'svc_pk_old', plan: 'free' });
  const named = { workspace_id: workspaceId, name: 'Named' };
  await database('trigger_contracts').insert({ ...named, id: 'trg_1', event_name: 'bought', where });
  await database('audiences').insert({ ...named, id: 'aud_1', condition });
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

/** As a release did that froze no trigger contract and no audience. */
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

test('versions from before freeze what their trigger contract and audience say today', async () => {
  await down(database);
  await publish('jrn_both', { trigger_contract_id: 'trg_1', audience_id: 'aud_1' });
  await publish('jrn_none', {});
  await up(database);
  expect(await frozen('jrn_both')).toEqual({
    trigger_event_name: 'bought',
    trigger_where: where,
    audience_condition: condition,
  });
  expect(await frozen('jrn_none')).toEqual({ trigger_event_name: null, trigger_where: null, audience_condition: null });
  await expect(database('journey_versions').update({ trigger_event_name: 'pageview' })).rejects.toThrow(
    /never changed/,
  );
});

test('a version that the release before publishes during a rollout freezes them, too', async () => {
  await publish('jrn_rollout', { trigger_contract_id: 'trg_1', audience_id: 'aud_1' });
  expect(await frozen('jrn_rollout')).toEqual({
    trigger_event_name: 'bought',
    trigger_where: where,
    audience_condition: condition,
  });
});
