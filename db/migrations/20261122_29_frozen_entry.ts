import type { Knex } from 'knex';

/**
 * What a version froze of its trigger contract and audience. Versions from before get the content of today, which is what they
 * were started by until now; a version that an older release publishes meanwhile gets it as it is inserted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table journey_versions
      add column trigger_event_name text,
      add column trigger_where jsonb,
      add column audience_condition jsonb;

    create function freeze_journey_entry() returns trigger language plpgsql as $$
    begin
      if new.trigger_contract_id is not null and new.trigger_event_name is null then
        select c.event_name, c."where" into new.trigger_event_name, new.trigger_where
          from trigger_contracts c where c.workspace_id = new.workspace_id and c.id = new.trigger_contract_id;
      end if;
      if new.audience_id is not null and new.audience_condition is null then
        select a.condition into new.audience_condition
          from audiences a where a.workspace_id = new.workspace_id and a.id = new.audience_id;
      end if;
      return new;
    end $$;
    create trigger journey_versions_freeze_entry before insert on journey_versions
      for each row execute function freeze_journey_entry();

    alter table journey_versions disable trigger journey_versions_frozen;
    update journey_versions v
       set trigger_event_name = (select c.event_name from trigger_contracts c
                                  where c.workspace_id = v.workspace_id and c.id = v.trigger_contract_id),
           trigger_where = (select c."where" from trigger_contracts c
                             where c.workspace_id = v.workspace_id and c.id = v.trigger_contract_id),
           audience_condition = (select a.condition from audiences a
                                  where a.workspace_id = v.workspace_id and a.id = v.audience_id)
     where v.trigger_contract_id is not null or v.audience_id is not null;
    alter table journey_versions enable trigger journey_versions_frozen;

    alter table journey_versions
      add constraint journey_versions_frozen_trigger
        check ((trigger_contract_id is null) = (trigger_event_name is null)),
      add constraint journey_versions_frozen_audience
        check ((audience_id is null) = (audience_condition is null));
    create index journey_versions_event on journey_versions (workspace_id, trigger_event_name)
      where trigger_event_name is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger journey_versions_freeze_entry on journey_versions;
    drop function freeze_journey_entry;
    alter table journey_versions drop column trigger_event_name, drop column trigger_where, drop column audience_condition;
  `);
}
