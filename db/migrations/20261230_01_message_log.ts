import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Outside a transaction, so that messages are sent while the rows are filled and the indexes are built. */
export const config = { transaction: false };

/**
 * Adds what the log of messages reads: the journey, the address and the provider's reports of each send, the receiving
 * server's text, and an index for each filter. It can be run again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sends add column if not exists journey_id text,
                      add column if not exists bounced_at timestamptz,
                      add column if not exists complained_at timestamptz`);
  await knex.raw('alter table send_events add column if not exists diagnostic text');
  await fillSends(knex);
  await buildIndex(knex, 'sends_recipient', 'sends', recipient);
  await buildIndex(knex, 'sends_journey', 'sends', '(workspace_id, journey_id, id desc) where journey_id is not null');
  await buildIndex(
    knex,
    'sends_communication',
    'sends',
    '(workspace_id, communication_id, id desc) where communication_id is not null',
  );
  await buildIndex(knex, 'sends_notices', 'sends', `(workspace_id, id desc) where kind in ('notice', 'digest')`);
  await buildIndex(knex, 'sends_bounced', 'sends', '(workspace_id, id desc) where bounced_at is not null');
  await buildIndex(knex, 'sends_complained', 'sends', '(workspace_id, id desc) where complained_at is not null');
  await buildIndex(
    knex,
    'sends_unsuccessful',
    'sends',
    `(workspace_id, status, id desc) where status in ('failed', 'unknown')`,
  );
  await buildIndex(knex, 'execution_steps_unsent', 'execution_steps', unsent);
}

const recipient = '(workspace_id, lower(btrim(recipient)), id desc) where recipient is not null';

const unsent = `(workspace_id, entered_at desc, execution_id desc, step_id desc)
  where kind = 'send' and (status in ('skipped', 'failed') or (status = 'waiting' and deferred_reason is not null))`;

const chunk = 5_000;

/** Fills the new columns in order of the sends' ids: a journey's send gets the current address of its person. */
async function fillSends(knex: Knex): Promise<void> {
  for (let after = ['', '']; ;) {
    const { rows } = await knex.raw<{ rows: { workspaceId: string; id: string }[] }>(
      `with chunk as materialized (
         select workspace_id, id from sends where (workspace_id, id) > (?, ?) order by workspace_id, id limit ?
       ), filled as (
         update sends s
            set journey_id = e.journey_id, recipient = coalesce(s.recipient, u.email),
                bounced_at = v.bounced_at, complained_at = v.complained_at
           from chunk c
           join sends o on o.workspace_id = c.workspace_id and o.id = c.id
           left join executions e on e.workspace_id = o.workspace_id and e.id = o.execution_id
           left join end_users u on u.workspace_id = o.workspace_id and u.id = o.end_user_id
          cross join lateral (
            select min(at) filter (where kind = 'bounce'
                     and (o.delivered_at is null or detail is null or detail not like 'Transient%')) as bounced_at,
                   min(at) filter (where kind = 'complaint' and detail is distinct from 'not-spam') as complained_at
              from send_events where workspace_id = o.workspace_id and send_id = o.id) v
          where s.workspace_id = c.workspace_id and s.id = c.id and s.journey_id is null
            and (e.id is not null or v.bounced_at is not null or v.complained_at is not null)
       )
       select workspace_id as "workspaceId", id from chunk order by workspace_id desc, id desc limit 1`,
      [...after, chunk],
    );
    const last = rows[0];
    if (last === undefined) return;
    after = [last.workspaceId, last.id];
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index if exists sends_recipient, sends_journey, sends_communication, sends_notices, sends_bounced,
    sends_complained, sends_unsuccessful, execution_steps_unsent`);
  await knex.raw('alter table send_events drop column diagnostic');
  await knex.raw('alter table sends drop column journey_id, drop column bounced_at, drop column complained_at');
}
