import type { Knex } from 'knex';

/** Adds a view of the newest link of each visitor, so that the statements that need it share one definition. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view current_visitor_links as
      select l.* from visitor_links l
       where not exists (select from visitor_links n
                          where n.workspace_id = l.workspace_id and n.visitor_id = l.visitor_id and n.supersedes = l.id)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view current_visitor_links');
}
