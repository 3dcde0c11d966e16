/** Workspaces, the people who work in them, their keys, and the audit log. */
export const accounts = `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- An erasure removes a person from subject and metadata. Actor, action and time never change.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('apex.erasing', true) = 'on'
     and (new.workspace_id, new.id, new.subject_type, new.actor, new.action, new.at)
       = (old.workspace_id, old.id, old.subject_type, old.actor, old.action, old.at)
     and (new.subject_id = old.subject_id or old.subject_type = 'visitor') then
    return new;
  end if;
  raise exception '% rows are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

create table workspaces (
  id text primary key,
  name text not null check (length(name) >= 1 and length(name) <= 200),
  public_key text not null unique,
  plan text not null default 'free' check (plan in ('free', 'starter', 'pro', 'growth', 'scale')),
  timezone text not null default 'UTC',
  attribution_model text,
  holdout_percent numeric not null default 10 check (holdout_percent >= 0 and holdout_percent <= 100),
  frequency_cap jsonb default '{"max": 3, "days": 7}',
  quiet_hours jsonb,
  retention_days integer not null default 730 check (retention_days >= 1),
  digest jsonb not null default '{"time": "09:00", "enabled": true, "weekday": 1}',
  personal_attributes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  respect_do_not_track boolean not null default false,
  allow_js_patches boolean not null default true,
  mail_public_leads boolean not null default false,
  sender jsonb,
  webhook_generation integer not null default 0,
  webhook_previous_until timestamptz,
  -- Amounts are converted to this currency; null for no conversion.
  base_currency text check (base_currency ~ '^[A-Z]{3}$'),
  paused_at timestamptz,
  unknown_outcome text not null default 'never_twice' check (unknown_outcome in ('never_twice', 'rather_twice'))
);

create table users (
  id text primary key,
  email text not null check (email = lower(btrim(email))) unique,
  name text,
  password_hash text,
  session_epoch integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table members (
  workspace_id text references workspaces (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

-- Sessions end when the member is removed from the workspace.
create table sessions (
  id text primary key,
  user_id text not null,
  workspace_id text not null,
  epoch integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

-- The token of an invitation is computed from its id and a secret of the installation, so no row opens it.
create table invitations (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  email text not null check (email = lower(btrim(email))),
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text,
  primary key (workspace_id, id)
);
create unique index invitations_open on invitations (workspace_id, email) where accepted_at is null;

-- The token of a link is computed from its id and a secret of the installation, so no row opens it.
create table password_resets (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The user's at the time of the request: changing the password invalidates the link.
  session_epoch integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_expiry on password_resets (expires_at);
create index password_resets_user on password_resets (user_id, created_at desc);

create table api_keys (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  kind text not null check (kind in ('secret', 'user', 'transactional')),
  user_id text,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz,
  -- The id of the user or key that created it; null for keys of the installation.
  created_by text,
  primary key (workspace_id, id),
  check ((kind = 'user') = (user_id is not null)),
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
create index api_keys_creator on api_keys (workspace_id, created_by) where revoked_at is null;

-- Secrets for webhook calls, encrypted with a key of CREDENTIALS_KEYS.
create table workspace_secrets (
  workspace_id text references workspaces (id) on delete cascade,
  name text,
  value bytea not null,
  value_key_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, name)
);

-- Notices that a member wants. Without a row: all of them.
create table notice_preferences (
  workspace_id text,
  user_id text,
  weekly_digest boolean not null default true,
  experiment_started boolean not null default true,
  experiment_completed boolean not null default true,
  integration boolean not null default true,
  anomaly boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);

-- The audit log. Rows never change, except that an erasure removes a person from subject and metadata.
create table audit_entries (
  workspace_id text references workspaces (id) on delete cascade,
  id text,
  subject_type text not null,
  subject_id text not null,
  actor text not null,
  action text not null,
  metadata jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index audit_entries_acts on audit_entries (workspace_id, id)
  where (action not in ('execution.completed', 'execution.failed', 'execution.held_out', 'visitor.linked')) and (action <> 'execution.started' or actor <> 'system');
create index audit_entries_end_user on audit_entries (workspace_id, (metadata ->> 'endUserId'))
  where (metadata ->> 'endUserId') is not null;
create index audit_entries_subject on audit_entries (workspace_id, subject_type, subject_id, at desc);

-- Counters. They may be lost in a crash, so they are unlogged.
create unlogged table rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create trigger audit_entries_frozen before update on audit_entries
  for each row execute function refuse_audit_change();
`;
