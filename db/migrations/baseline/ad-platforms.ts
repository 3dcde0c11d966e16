/** Advertising accounts and the results of campaigns. */
export const adPlatforms = `
-- Accounts at advertising platforms.
create table ad_connections (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  connector_type text not null,
  name text not null,
  account_id text not null,
  -- Null for the address of the platform.
  base_url text,
  -- pending until the first pull has ended; error if the last pull failed.
  status text not null default 'pending' check (status in ('pending', 'connected', 'error')),
  -- AES-256-GCM: see domain/connections/credentials-box.ts.
  credentials bytea not null,
  credentials_key_id text not null,
  -- Increases with each change of the connection: a pull that started before a change writes nothing after it.
  revision integer not null default 1,
  -- Results of the newest successful pull.
  last_synced_at timestamptz,
  last_row_count integer,
  -- Readable, without secrets.
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index ad_connections_key on ad_connections (credentials_key_id);

-- Results of a campaign on a day, as last pulled or imported.
create table ad_metrics (
  workspace_id text references workspaces (id) on delete cascade,
  connector_type text,
  -- Empty for imported rows.
  account_id text,
  -- A day of the platform, in the account's timezone.
  day date,
  -- The platform's id; the name for imported rows.
  campaign_id text,
  campaign text not null,
  currency text not null,
  spend_micros bigint not null check (spend_micros >= 0),
  revenue_micros bigint not null check (revenue_micros >= 0),
  impressions bigint not null check (impressions >= 0),
  clicks bigint not null check (clicks >= 0),
  -- Platforms credit fractions.
  conversions numeric(20,6) not null check (conversions >= 0),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, connector_type, account_id, day, campaign_id)
);
create index ad_metrics_day on ad_metrics (workspace_id, day);
`;
