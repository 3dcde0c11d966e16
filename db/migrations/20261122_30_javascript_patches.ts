import type { Knex } from 'knex';

/** Whether experiments of a workspace may run scripts on its sites. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table workspaces add column allow_js_patches boolean not null default true');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table workspaces drop column allow_js_patches');
}
