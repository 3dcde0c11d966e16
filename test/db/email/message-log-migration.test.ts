import { newId } from '../../../db/connection/ids';
import { up } from '../../../db/migrations/20261230_01_message_log';
import { createCommunication, createPerson, publishJourney } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

test('earlier messages get their journey, address and reports, also when the migration is run again', async () => {
  const { database } = world;
  const { workspaceId: workspace_id } = world.demo;
  const communicationId = await createCommunication(world, 'Hello');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { id: end_user_id, email } = await createPerson(world);
  const at = new Date('2026-01-02T03:04:05Z');
  const store = async (fields: Record<string, unknown>, events: Record<string, unknown>[]): Promise<string> => {
    const id = newId('send');
    await database('sends').insert({ workspace_id, id, status: 'sent', sent_at: at, ...fields });
    const rows = events.map((event) => ({
      workspace_id,
      send_id: id,
      at,
      dedupe_key: String(event['kind']),
      ...event,
    }));
    if (rows.length > 0) await database('send_events').insert(rows);
    return id;
  };
  const storeStep = async (events: Record<string, unknown>[] = []): Promise<string> => {
    const execution_id = newId('execution');
    const run = { journey_id: journey.id, version: 1, end_user_id, exclusive: false, current_step_id: 'mail' };
    await database('executions').insert({ workspace_id, id: execution_id, ...run });
    return store({ kind: 'journey', execution_id, step_id: 'mail', end_user_id }, events);
  };
  const transactional = { kind: 'transactional', recipient: 'ada@example.com', subject: 'Hello', mode: 'live' };
  const bounce = { kind: 'bounce', detail: 'Transient/General' };
  const stored = {
    plain: await storeStep(),
    bounced: await storeStep([{ kind: 'bounce', detail: 'Permanent/General 5.1.1' }]),
    softBounced: await store(transactional, [bounce]),
    replied: await store({ ...transactional, delivered_at: at }, [bounce]),
    complained: await store(transactional, [{ kind: 'complaint', detail: 'abuse' }]),
    wanted: await store(transactional, [{ kind: 'complaint', detail: 'not-spam' }]),
  };
  const ids = Object.values(stored);
  const read = async () => {
    const rows = await database('sends')
      .whereIn('id', ids)
      .select<Record<string, unknown>[]>('id', 'journey_id', 'recipient', 'bounced_at', 'complained_at');
    return Object.fromEntries(
      Object.entries(stored).map(([name, id]) => {
        const row = rows.find((one) => one['id'] === id) ?? {};
        return [name, [row['journey_id'], row['recipient'], row['bounced_at'], row['complained_at']]];
      }),
    );
  };
  const expected = {
    plain: [journey.id, email, null, null],
    bounced: [journey.id, email, at, null],
    softBounced: [null, 'ada@example.com', at, null],
    replied: [null, 'ada@example.com', null, null],
    complained: [null, 'ada@example.com', null, at],
    wanted: [null, 'ada@example.com', null, null],
  };
  for (let round = 0; round < 2; round += 1) {
    await up(database);
    expect(await read()).toEqual(expected);
  }
});
