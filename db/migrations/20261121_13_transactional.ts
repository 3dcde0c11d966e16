import type { Knex } from 'knex';

/** Transactional sends, and what was answered to the requests that asked for them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of transactional sends: whom it went to, and what may be shown of it. The subject is the template's, never the
    -- rendered one; variables and rendered content are stored nowhere.
    alter table sends
      add column recipient text,
      add column subject text,
      add column tags jsonb,
      add column mode text check (mode in ('live', 'sandbox')),
      add column api_key_id text,
      add column delivered_at timestamptz;
    alter table sends add constraint sends_transactional_check
      check (kind <> 'transactional' or (recipient is not null and subject is not null and mode is not null));
    -- The newest of a workspace, and the one that an event of the provider names.
    create index sends_transactional on sends (workspace_id, id desc) where kind = 'transactional';
    create index sends_transactional_id on sends (id) where kind = 'transactional';
    create index sends_transactional_open on sends (created_at) where kind = 'transactional' and status = 'sending';

    -- One row a workspace and Idempotency-Key, whichever API key asked. Without an answer the request is under way, or its
    -- process died: until lease_until nobody else acts. With provider_started_at the message may have been accepted.
    create table idempotency_records (
      workspace_id text not null,
      idempotency_key text not null check (length(idempotency_key) between 1 and 255),
      payload_hash bytea not null,
      send_id text not null,
      lease_until timestamptz not null,
      provider_started_at timestamptz,
      answer_status smallint,
      answer jsonb,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (workspace_id, idempotency_key),
      foreign key (workspace_id, send_id) references sends (workspace_id, id) on delete cascade,
      check ((answer_status is null) = (answer is null))
    );
    create index idempotency_records_send on idempotency_records (workspace_id, send_id);
    create index idempotency_records_expiry on idempotency_records (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table idempotency_records;
    delete from sends where kind = 'transactional';
    alter table sends drop constraint sends_transactional_check,
      drop column recipient, drop column subject, drop column tags, drop column mode, drop column api_key_id,
      drop column delivered_at;
  `);
}
