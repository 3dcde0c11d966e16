import type { Knex } from 'knex';

/** Adds two-step verification, and what the list of a person's sessions shows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table user_totp (
      user_id text primary key references users (id) on delete cascade,
      -- Encrypted with a key of CREDENTIALS_KEYS.
      secret bytea not null,
      secret_key_id text not null,
      created_at timestamptz not null default now(),
      -- Null until the person enters a first code. Sign-ins need a code from then on.
      confirmed_at timestamptz,
      -- The time step of the last accepted code. Codes of this and earlier steps are refused.
      last_step bigint
    );

    create table recovery_codes (
      user_id text not null references user_totp (user_id) on delete cascade,
      -- SHA-256 of 80 random bits, so that no row opens an account.
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    alter table sessions
      -- Stored about every 30 seconds.
      add column last_used_at timestamptz,
      add column user_agent text`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sessions drop column user_agent, drop column last_used_at;
    drop table recovery_codes;
    drop table user_totp`);
}
