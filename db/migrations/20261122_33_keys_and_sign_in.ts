import type { Knex } from 'knex';

/** Keys say who made them and may expire; a forgotten password is set anew by a link. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_keys add column expires_at timestamptz;
    -- The id of the user or key that minted it; null for keys of the installation.
    alter table api_keys add column created_by text;
    create index api_keys_creator on api_keys (workspace_id, created_by) where revoked_at is null;

    -- The log knows it of keys that there are.
    update api_keys k set created_by = a.actor
      from audit_entries a
     where a.workspace_id = k.workspace_id and a.subject_type = 'workspace' and a.subject_id = k.workspace_id
       and a.action = 'key.created' and a.metadata ->> 'keyId' = k.id;
    update api_keys set created_by = user_id where user_id is not null and created_by is null;

    -- The link's token is computed from the id and a secret of the installation: nothing here opens it.
    create table password_resets (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      -- Of the user when it was asked for: a password that was changed since ends the link.
      session_epoch integer not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index password_resets_user on password_resets (user_id, created_at desc);
    create index password_resets_expiry on password_resets (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table password_resets;
    drop index api_keys_creator;
    alter table api_keys drop column created_by, drop column expires_at;
  `);
}
