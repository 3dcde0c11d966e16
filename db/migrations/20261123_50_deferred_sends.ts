import type { Knex } from 'knex';

/** What a deleted run takes out of the figures of its steps: where it stood, and what it left; with `deferred` also what it put off. */
const noteDeletedRun = (deferred: boolean): string => `
  create or replace function note_deleted_run() returns trigger language plpgsql as $$
  begin
    insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
    select old.workspace_id, old.journey_id, old.version, old.current_step_id, 'waiting', '', -1 where old.status = 'RUNNING'
    union all
    select old.workspace_id, old.journey_id, old.version, step_id, status, step_reason(status, reason), -1 from execution_steps
     where workspace_id = old.workspace_id and execution_id = old.id and status <> 'waiting'
    ${
      deferred
        ? `union all
    select old.workspace_id, old.journey_id, old.version, step_id, 'deferred', deferred_reason, -1 from execution_steps
     where workspace_id = old.workspace_id and execution_id = old.id and deferred_reason is not null`
        : ''
    };
    return old;
  end $$;`;

const statuses = (more: string): string => `
  alter table step_totals drop constraint step_totals_status_check;
  alter table step_totals add constraint step_totals_status_check
    check (status in ('waiting', 'executed', 'skipped', 'failed'${more}));`;

/**
 * Sends that were put off, in the figures of steps. Until a worker of before is replaced, what it puts off is not counted; its fold moves
 * counts of others as they are. An API of before shows them as a field `deferred` of null.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Why the step was put off, if it ever was. It stays when the step is left.
    alter table execution_steps add column deferred_reason text;
    ${statuses(", 'deferred'")}

    -- A step whose run is gone was noted with its run.
    create function note_deferral() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
        select workspace_id, journey_id, version, old.step_id, 'deferred', old.deferred_reason, -1 from executions
         where workspace_id = old.workspace_id and id = old.execution_id and old.deferred_reason is not null;
      end if;
      if tg_op <> 'DELETE' then
        insert into step_changes (workspace_id, journey_id, version, step_id, status, reason, runs)
        select workspace_id, journey_id, version, new.step_id, 'deferred', new.deferred_reason, 1 from executions
         where workspace_id = new.workspace_id and id = new.execution_id and new.deferred_reason is not null;
      end if;
      return null;
    end $$;
    create trigger execution_steps_added_deferred after insert on execution_steps for each row
      when (new.deferred_reason is not null) execute function note_deferral();
    create trigger execution_steps_deferred after update of deferred_reason on execution_steps for each row
      when (old.deferred_reason is distinct from new.deferred_reason) execute function note_deferral();
    create trigger execution_steps_deleted_deferred after delete on execution_steps for each row
      when (old.deferred_reason is not null) execute function note_deferral();
    ${noteDeletedRun(true)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger execution_steps_added_deferred on execution_steps;
    drop trigger execution_steps_deferred on execution_steps;
    drop trigger execution_steps_deleted_deferred on execution_steps;
    drop function note_deferral;
    ${noteDeletedRun(false)}
    delete from step_changes where status = 'deferred';
    delete from step_totals where status = 'deferred';
    ${statuses('')}
    alter table execution_steps drop column deferred_reason;
  `);
}
