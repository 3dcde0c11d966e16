import type { Knex } from 'knex';

/** Adds the history of people's attributes and consent. A trigger writes it, so that no writer can forget it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table person_changes (
      workspace_id text,
      end_user_id text,
      changed_at timestamptz not null default clock_timestamp(),
      id bigint generated always as identity,
      kind text not null check (kind in ('attribute', 'consent')),
      -- By field, such as attributes.plan: its previous and new value.
      changes jsonb not null,
      -- The id of the user or key, or the journey's; null if it was not recorded.
      actor text,
      primary key (workspace_id, end_user_id, changed_at, id),
      foreign key (workspace_id, end_user_id) references end_users (workspace_id, id) on delete cascade
    )`);
  await knex.raw('create index person_changes_age on person_changes (workspace_id, changed_at)');
  await knex.raw(`
    create function shortened(value jsonb) returns jsonb language sql immutable as $$
      select case when length(value::text) > 1000 then to_jsonb(left(value::text, 1000) || '…') else value end
    $$`);
  await knex.raw(`
    create function record_person_change() returns trigger language plpgsql as $$
    declare
      actor text := nullif(current_setting('apex.actor', true), '');
      fields jsonb;
    begin
      select jsonb_object_agg(field, jsonb_build_object('from', shortened(before), 'to', shortened(after))) into fields
        from (
          select 'attributes.' || name as field, old.attributes -> name as before, new.attributes -> name as after
            from (select jsonb_object_keys(old.attributes) union select jsonb_object_keys(new.attributes)) names (name)
           union all select 'email', to_jsonb(old.email), to_jsonb(new.email)
           union all select 'timezone', to_jsonb(old.timezone), to_jsonb(new.timezone)
           union all select 'locale', to_jsonb(old.locale), to_jsonb(new.locale)) compared
       where before is distinct from after;
      if fields is not null then
        insert into person_changes (workspace_id, end_user_id, kind, changes, actor)
        values (new.workspace_id, new.id, 'attribute', fields, actor);
      end if;
      if old.marketing_consent <> new.marketing_consent or old.consent_source is distinct from new.consent_source then
        insert into person_changes (workspace_id, end_user_id, kind, changes, actor)
        values (new.workspace_id, new.id, 'consent', jsonb_build_object(
          'marketing', jsonb_build_object('from', old.marketing_consent, 'to', new.marketing_consent),
          'source', jsonb_build_object('from', old.consent_source, 'to', new.consent_source)), actor);
      end if;
      return null;
    end
    $$`);
  await knex.raw(`
    create trigger end_users_changed after update on end_users for each row
      when (current_setting('apex.erasing', true) is distinct from 'on' and (
            old.attributes <> new.attributes or old.email is distinct from new.email
            or old.timezone is distinct from new.timezone or old.locale is distinct from new.locale
            or old.marketing_consent <> new.marketing_consent or old.consent_source is distinct from new.consent_source))
      execute function record_person_change()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger end_users_changed on end_users');
  await knex.raw('drop function record_person_change');
  await knex.raw('drop function shortened');
  await knex.raw('drop table person_changes');
}
