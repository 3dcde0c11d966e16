import type { Knex } from 'knex';

/**
 * Who carries out a command, and since when. `available_at` is the end of the lease: workers of the previous release, which know
 * nothing of leases, leave a claimed command alone until then.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table outbox add column claimed_by text, add column claimed_at timestamptz`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table outbox drop column claimed_by, drop column claimed_at`);
}
