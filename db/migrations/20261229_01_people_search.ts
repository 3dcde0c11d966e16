import type { Knex } from 'knex';
import { buildIndex } from '../build-index';
import { rowsOf } from '../connection/statements';

/** Outside a transaction, so that people can be added and changed while the existing ones are indexed. */
export const config = { transaction: false };

/**
 * Adds the text by which people are found, and its trigram index. A trigger writes the text. `fastupdate` stays on, because
 * an insertion is nine times as expensive without it; the short list keeps the pauses short in which it is merged.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create extension if not exists pg_trgm');
  await knex.raw('create extension if not exists btree_gin');
  await knex.raw(`alter table workspaces add column if not exists search_attributes text[] not null default '{}'`);
  await knex.raw('alter table end_users add column if not exists search_text text');
  await knex.raw(`
    create or replace function end_user_search_text(person end_users) returns text language sql stable as $$
      select lower(concat_ws(' ', '', person.email, person.id, (
        select string_agg(left(person.attributes ->> name, 200), ' ' order by place)
          from unnest(array['name', 'first_name', 'last_name', 'company'] || w.search_attributes)
               with ordinality searched (name, place))))
        from workspaces w where w.id = person.workspace_id
    $$`);
  await knex.raw(`
    create or replace function set_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := end_user_search_text(new);
      return new;
    end
    $$`);
  await knex.raw(`
    create or replace trigger end_users_search before insert or update of email, attributes on end_users
      for each row execute function set_search_text()`);
  await indexExisting(knex);
  const rest = 'using gin (workspace_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 1024)';
  await buildIndex(knex, 'end_users_search', 'end_users', rest);
}

/** Writes the text of existing people, in batches, so that no lock is held for long. */
async function indexExisting(knex: Knex): Promise<void> {
  for (let last: Last | undefined = { workspaceId: '', id: '' }; last !== undefined;) {
    const rows: Last[] = await rowsOf<Last>(
      knex.raw(
        `with batch as (
           select workspace_id, id from end_users where (workspace_id, id) > (?, ?)
            order by workspace_id, id limit 10000 for no key update
         ), indexed as (
           update end_users p set search_text = end_user_search_text(p) from batch
            where p.workspace_id = batch.workspace_id and p.id = batch.id
           returning p.workspace_id, p.id
         )
         select workspace_id as "workspaceId", id from indexed order by workspace_id desc, indexed.id desc limit 1`,
        [last.workspaceId, last.id],
      ),
    );
    last = rows[0];
  }
}

interface Last {
  workspaceId: string;
  id: string;
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger end_users_search on end_users');
  await knex.raw('drop function set_search_text');
  await knex.raw('drop function end_user_search_text');
  await knex.raw('alter table end_users drop column search_text');
  await knex.raw('alter table workspaces drop column search_attributes');
}
