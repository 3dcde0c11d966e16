import type { Knex } from 'knex';
import type { Database } from '../../../db/connection/pool';
import { findStartableJourney, findTriggeredJourneys } from '../../../db/journeys/startable-journeys';
import { publishJourney, uniqueName } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** Events that arrive while a journey is being published start the new version. */

let arriving: Database;
let open: Knex.Transaction | undefined;

afterAll(async () => {
  if (open?.isCompleted() === false) await open.rollback();
});

const world = useWorld({ temporal: false });

beforeAll(() => {
  arriving = world.connect(2, 'arriving');
});

const steps = [
  { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
  { id: 'end', kind: 'exit' },
];

/** Creates a journey with a second version that is written but not committed, as during publishing. */
async function publishing() {
  const { workspaceId } = world.demo;
  const eventName = uniqueName('signed_up');
  const contract = await world.api.post('/api/trigger-contracts', { eventName });
  const { id } = await publishJourney(world, steps, { triggerContractId: contract.body.id });
  const transaction = await world.database.transaction();
  open = transaction;
  await transaction('journeys').where({ id }).forNoKeyUpdate().first('id');
  await transaction.raw(
    `insert into journey_versions
     select (jsonb_populate_record(v, '{"version": 2}')).* from journey_versions v where v.journey_id = ?`,
    [id],
  );
  await transaction('journeys').where({ id }).update({ latest_version: 2 });
  return { workspaceId, eventName, id, commit: () => transaction.commit() };
}

const untilWaiting = () =>
  waitFor(async () => (await countLockWaits(world.database, { application: 'arriving' })) > 0, {
    what: 'the reader to wait',
  });

test('an event that waits for the publishing starts the new version', async () => {
  const { workspaceId, eventName, id, commit } = await publishing();
  const found = findTriggeredJourneys(arriving, workspaceId, [eventName]);
  await untilWaiting();
  await commit();
  expect(await found).toMatchObject([{ journeyId: id, version: 2, eventName }]);
});

test('a manual start does the same', async () => {
  const { workspaceId, id, commit } = await publishing();
  const found = findStartableJourney(arriving, workspaceId, id);
  await untilWaiting();
  await commit();
  expect(await found).toMatchObject({ journeyId: id, version: 2 });
});
