import type { Knex } from 'knex';

/** Figures of advertising, the connections that pull them, and days whose figures stand out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An account at a platform that figures are pulled from.
    create table ad_connections (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      connector_type text not null check (connector_type in ('google_ads', 'meta_ads', 'linkedin_ads')),
      name text not null,
      account_id text not null,
      -- Null for the platform's own.
      base_url text,
      -- pending until the first pull has ended; error when the last one failed for good.
      status text not null default 'pending' check (status in ('pending', 'connected', 'error')),
      -- AES-256-GCM: see domain/connections/credentials-box.ts.
      credentials bytea not null,
      credentials_key_id text not null,
      -- Counts what changes how it pulls: a pull that began before a change writes nothing after it.
      revision integer not null default 1,
      -- Those of the newest pull that succeeded.
      last_synced_at timestamptz,
      last_row_count integer,
      -- Readable, without secrets.
      last_error text,
      last_error_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      unique (workspace_id, connector_type, account_id)
    );
    create index ad_connections_key on ad_connections (credentials_key_id);

    -- What a campaign cost and brought on a day, as the platform or an import last told it.
    create table ad_metrics (
      workspace_id text not null references workspaces (id) on delete cascade,
      connector_type text not null,
      -- Empty for what was imported.
      account_id text not null,
      -- The platform's, in the account's timezone.
      day date not null,
      -- The platform's id; the name of what was imported.
      campaign_id text not null,
      campaign text not null,
      currency text not null,
      spend_micros bigint not null check (spend_micros >= 0),
      revenue_micros bigint not null check (revenue_micros >= 0),
      impressions bigint not null check (impressions >= 0),
      clicks bigint not null check (clicks >= 0),
      -- Platforms credit fractions.
      conversions numeric(20, 6) not null check (conversions >= 0),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, connector_type, account_id, day, campaign_id)
    );
    create index ad_metrics_day on ad_metrics (workspace_id, day);

    -- A day whose figure is far from those of the same weekday before.
    create table anomalies (
      workspace_id text not null references workspaces (id) on delete cascade,
      metric text not null check (metric in ('visitors', 'conversions', 'spend')),
      day date not null,
      value double precision not null,
      -- The median of the days compared with.
      expected double precision not null,
      -- Robust z: deviations from the median, in units of the scaled median deviation.
      score double precision not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, metric, day)
    );

    -- Adds kinds to those that are there, whichever they are.
    do $$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind_check');
    begin
      alter table outbox drop constraint outbox_kind_check;
      execute 'alter table outbox add constraint outbox_kind_check '
        || replace(definition, 'ARRAY[', 'ARRAY[''schedule_connection''::text, ''sync_connection''::text, ');
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from outbox where kind in ('schedule_connection', 'sync_connection');
    do $$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind_check');
    begin
      alter table outbox drop constraint outbox_kind_check;
      execute 'alter table outbox add constraint outbox_kind_check '
        || replace(definition, '''schedule_connection''::text, ''sync_connection''::text, ', '');
    end $$;
    drop table anomalies, ad_metrics, ad_connections;
  `);
}
