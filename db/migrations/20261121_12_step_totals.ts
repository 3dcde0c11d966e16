import type { Knex } from 'knex';

/** What happened at the steps of a journey, summed: `step_totals`, and the queue of what was not added to them yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table step_totals (
      workspace_id text not null,
      journey_id text not null,
      step_id text not null,
      -- waiting counts the runs that stand at the step; the others those that have left it.
      status text not null check (status in ('waiting', 'executed', 'skipped', 'failed')),
      -- Of skipped ones, else empty.
      reason text not null,
      runs bigint not null,
      primary key (workspace_id, journey_id, step_id, status, reason)
    );

    -- A row for each change, so that runs of one journey never wait for each other. Totals are these rows and step_totals together.
    create table step_changes (
      workspace_id text not null,
      journey_id text not null,
      id bigint generated always as identity,
      step_id text not null,
      status text not null,
      reason text not null,
      runs integer not null,
      primary key (workspace_id, journey_id, id)
    );
    alter table step_changes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

    create function step_reason(status text, reason text) returns text language sql immutable
      return case when status = 'skipped' then coalesce(reason, '') else '' end;

    create function note_started_runs() returns trigger language plpgsql as $$
    begin
      insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
      select workspace_id, journey_id, current_step_id, 'waiting', '', count(*) from added
       where status = 'RUNNING' group by 1, 2, 3;
      return null;
    end $$;
    create trigger executions_started after insert on executions referencing new table as added
      for each statement execute function note_started_runs();

    create function note_moved_run() returns trigger language plpgsql as $$
    begin
      if old.status = 'RUNNING' then
        insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
        values (old.workspace_id, old.journey_id, old.current_step_id, 'waiting', '', -1);
      end if;
      if new.status = 'RUNNING' then
        insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
        values (new.workspace_id, new.journey_id, new.current_step_id, 'waiting', '', 1);
      end if;
      return null;
    end $$;
    create trigger executions_moved after update of status, current_step_id on executions for each row
      when ((old.status, old.current_step_id) is distinct from (new.status, new.current_step_id))
      execute function note_moved_run();

    -- Before its steps go, too: afterwards nothing says whose they were.
    create function note_deleted_run() returns trigger language plpgsql as $$
    begin
      insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
      select old.workspace_id, old.journey_id, old.current_step_id, 'waiting', '', -1 where old.status = 'RUNNING'
      union all
      select old.workspace_id, old.journey_id, step_id, status, step_reason(status, reason), -1 from execution_steps
       where workspace_id = old.workspace_id and execution_id = old.id and status <> 'waiting';
      return old;
    end $$;
    create trigger executions_deleted before delete on executions for each row execute function note_deleted_run();

    create function note_left_steps() returns trigger language plpgsql as $$
    begin
      insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
      select e.workspace_id, e.journey_id, s.step_id, s.status, step_reason(s.status, s.reason), count(*)
        from added s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
       where s.status <> 'waiting' group by 1, 2, 3, 4, 5;
      return null;
    end $$;
    create trigger execution_steps_added after insert on execution_steps referencing new table as added
      for each statement execute function note_left_steps();

    -- Update and delete. A step whose run is gone was noted with its run.
    create function note_changed_step() returns trigger language plpgsql as $$
    begin
      if old.status <> 'waiting' then
        insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
        select workspace_id, journey_id, old.step_id, old.status, step_reason(old.status, old.reason), -1
          from executions where workspace_id = old.workspace_id and id = old.execution_id;
      end if;
      if tg_op = 'UPDATE' and new.status <> 'waiting' then
        insert into step_changes (workspace_id, journey_id, step_id, status, reason, runs)
        select workspace_id, journey_id, new.step_id, new.status, step_reason(new.status, new.reason), 1
          from executions where workspace_id = new.workspace_id and id = new.execution_id;
      end if;
      return null;
    end $$;
    create trigger execution_steps_left after update of status, reason on execution_steps for each row
      when ((old.status, old.reason) is distinct from (new.status, new.reason))
      execute function note_changed_step();
    create trigger execution_steps_deleted after delete on execution_steps for each row
      when (old.status <> 'waiting') execute function note_changed_step();

    insert into step_totals (workspace_id, journey_id, step_id, status, reason, runs)
    select e.workspace_id, e.journey_id, s.step_id, s.status, step_reason(s.status, s.reason), count(*)
      from executions e join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id
     where s.status <> 'waiting' group by 1, 2, 3, 4, 5
    union all
    select workspace_id, journey_id, current_step_id, 'waiting', '', count(*) from executions
     where status = 'RUNNING' group by 1, 2, 3;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger executions_started on executions;
    drop trigger executions_moved on executions;
    drop trigger executions_deleted on executions;
    drop trigger execution_steps_added on execution_steps;
    drop trigger execution_steps_left on execution_steps;
    drop trigger execution_steps_deleted on execution_steps;
    drop function note_started_runs, note_moved_run, note_deleted_run, note_left_steps, note_changed_step, step_reason;
    drop table step_changes, step_totals;
  `);
}
