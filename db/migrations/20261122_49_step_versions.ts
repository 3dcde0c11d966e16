import type { Knex } from 'knex';

/** Who calls the functions below: what each counts now says the version of its execution, too. */
const functions = (version: '' | 'version, '): string => {
  const [old, fresh, run] = version === '' ? ['', '', ''] : ['old.version, ', 'new.version, ', 'e.version, '];
  const columns = `workspace_id, journey_id, ${version}step_id, status, reason, runs`;
  return `
    create or replace function note_started_runs() returns trigger language plpgsql as $$
    begin
      insert into step_changes (${columns})
      select workspace_id, journey_id, ${version}current_step_id, 'waiting', '', count(*) from added
       where status = 'RUNNING' group by workspace_id, journey_id, ${version}current_step_id;
      return null;
    end $$;

    create or replace function note_moved_run() returns trigger language plpgsql as $$
    begin
      if old.status = 'RUNNING' then
        insert into step_changes (${columns})
        values (old.workspace_id, old.journey_id, ${old}old.current_step_id, 'waiting', '', -1);
      end if;
      if new.status = 'RUNNING' then
        insert into step_changes (${columns})
        values (new.workspace_id, new.journey_id, ${fresh}new.current_step_id, 'waiting', '', 1);
      end if;
      return null;
    end $$;

    create or replace function note_deleted_run() returns trigger language plpgsql as $$
    begin
      insert into step_changes (${columns})
      select old.workspace_id, old.journey_id, ${old}old.current_step_id, 'waiting', '', -1 where old.status = 'RUNNING'
      union all
      select old.workspace_id, old.journey_id, ${old}step_id, status, step_reason(status, reason), -1 from execution_steps
       where workspace_id = old.workspace_id and execution_id = old.id and status <> 'waiting';
      return old;
    end $$;

    create or replace function note_left_steps() returns trigger language plpgsql as $$
    begin
      insert into step_changes (${columns})
      select e.workspace_id, e.journey_id, ${run}s.step_id, s.status, step_reason(s.status, s.reason), count(*)
        from added s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
       where s.status <> 'waiting'
       group by e.workspace_id, e.journey_id, ${run}s.step_id, s.status, step_reason(s.status, s.reason);
      return null;
    end $$;

    create or replace function note_changed_step() returns trigger language plpgsql as $$
    begin
      if old.status <> 'waiting' then
        insert into step_changes (${columns})
        select workspace_id, journey_id, ${version}old.step_id, old.status, step_reason(old.status, old.reason), -1
          from executions where workspace_id = old.workspace_id and id = old.execution_id;
      end if;
      if tg_op = 'UPDATE' and new.status <> 'waiting' then
        insert into step_changes (${columns})
        select workspace_id, journey_id, ${version}new.step_id, new.status, step_reason(new.status, new.reason), 1
          from executions where workspace_id = new.workspace_id and id = new.execution_id;
      end if;
      return null;
    end $$;`;
};

const recount = (version: '' | 'version, '): string => `
  insert into step_totals (workspace_id, journey_id, ${version}step_id, status, reason, runs)
  select e.workspace_id, e.journey_id, ${version === '' ? '' : 'e.version, '}s.step_id, s.status, step_reason(s.status, s.reason), count(*)
    from executions e join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id
   where s.status <> 'waiting'
   group by e.workspace_id, e.journey_id, ${version === '' ? '' : 'e.version, '}s.step_id, s.status, step_reason(s.status, s.reason)
  union all
  select workspace_id, journey_id, ${version}current_step_id, 'waiting', '', count(*) from executions
   where status = 'RUNNING' group by workspace_id, journey_id, ${version}current_step_id;`;

/** Nothing moves while everything is counted anew. */
const locked = `
  lock table executions, execution_steps in share row exclusive mode;
  lock table step_changes, step_totals in access exclusive mode;
  truncate step_changes, step_totals;`;

/**
 * The figures of steps by version. Until a worker of before is replaced, its part of the upkeep that adds changes to the totals fails and
 * leaves them where they are: figures add up both.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`${locked}
    alter table step_changes add column version integer not null;
    alter table step_totals add column version integer not null;
    alter table step_totals drop constraint step_totals_pkey;
    alter table step_totals add primary key (workspace_id, journey_id, version, step_id, status, reason);
    ${functions('version, ')}
    ${recount('version, ')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`${locked}
    ${functions('')}
    alter table step_totals drop constraint step_totals_pkey;
    alter table step_totals drop column version;
    alter table step_totals add primary key (workspace_id, journey_id, step_id, status, reason);
    alter table step_changes drop column version;
    ${recount('')}
  `);
}
