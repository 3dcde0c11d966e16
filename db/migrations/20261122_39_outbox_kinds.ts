import type { Knex } from 'knex';

/** The kinds of commands are listed where they are handled; a worker that does not know one yet leaves it to others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox drop constraint outbox_kind_check');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table outbox add constraint outbox_kind_check check (kind in (
       'start_execution', 'send_notice', 'signal_execution', 'cancel_execution', 'start_erasure', 'sync_digest', 'run_digest',
       'recount_conversion', 'schedule_connection', 'sync_connection'))`,
  );
}
