import type { Knex } from 'knex';

/**
 * Adds a view of the log with current names: of the actor (a user's name or email, or a key's name) and of the subject.
 * Null if there is none, because it was deleted, or the actor is `system`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view named_audit_entries as
      select a.*, coalesce(u.name, u.email, k.name) as actor_name,
             case a.subject_type
               when 'journey' then (select name from journeys where workspace_id = a.workspace_id and id = a.subject_id)
               when 'experiment' then (select name from experiments where workspace_id = a.workspace_id and id = a.subject_id)
               when 'belief' then (select statement from beliefs where workspace_id = a.workspace_id and id = a.subject_id)
               when 'conversion' then (select name from conversions where workspace_id = a.workspace_id and id = a.subject_id)
               when 'target' then (select metric from targets where workspace_id = a.workspace_id and id = a.subject_id)
               when 'workspace' then (select name from workspaces where id = a.workspace_id)
             end as subject_name
        from audit_entries a
        left join users u on u.id = a.actor
        left join api_keys k on k.workspace_id = a.workspace_id and k.id = a.actor`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view named_audit_entries');
}
