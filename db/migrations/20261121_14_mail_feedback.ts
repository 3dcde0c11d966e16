import type { Knex } from 'knex';

/** What becomes of messages after they were sent: opens, clicks, and what the provider reports. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- No address, no content: what a message says of its reader is in no row. The key has the time in it, so that the table can
    -- be partitioned by months. dedupe_key tells hits apart; of a provider's event it is the kind, and a repeat is one row.
    create table send_events (
      workspace_id text not null,
      send_id text not null,
      at timestamptz not null,
      dedupe_key text not null,
      kind text not null
        check (kind in ('delivery', 'open', 'click', 'bounce', 'complaint', 'delay', 'reject', 'unsubscribe', 'resubscribe')),
      -- Of opens and clicks: whether a program made it, not a person.
      automated boolean not null default false,
      -- Of clicks: the link's place in the message; its address without query, of journeys' messages only.
      link integer,
      url text,
      -- Types and codes.
      detail text,
      primary key (workspace_id, send_id, at, dedupe_key),
      foreign key (workspace_id, send_id) references sends (workspace_id, id) on delete cascade
    );
    create index send_events_age on send_events (workspace_id, at);

    -- Messages of Amazon SNS that were taken: a repeat changes nothing.
    create table sns_messages (
      message_id text primary key,
      received_at timestamptz not null default now()
    );
    create index sns_messages_age on sns_messages (received_at);

    -- An event of the provider names a send, or the provider's own id of it.
    create index sends_id on sends (id);
    create index sends_provider_message on sends (provider_message_id) where provider_message_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table send_events, sns_messages; drop index sends_id, sends_provider_message');
}
