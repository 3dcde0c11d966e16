import type { Knex } from 'knex';

type Row = '' | 'old.' | 'new.';

/** What is counted, and by which columns besides workspace and journey: their names in the totals, and where they come from. */
interface Source {
  table: string;
  key: readonly string[];
  of: (row: Row) => readonly string[];
}

const cohorts: Source = {
  table: 'journey_subjects',
  key: ['cohort', 'starts_at'],
  of: (row) => [`${row}cohort`, `quarter_hour(${row}first_entered_at)`],
};
const arms: Source = {
  table: 'journey_arm_subjects',
  key: ['version', 'step_id', 'arm_id'],
  of: (row) => [`${row}version`, `${row}step_id`, `${row}arm_id`],
};

/** Updates and deletions change few rows of a statement, if any: they are noted row by row, and cost nothing where nothing changed. */
const triggers = (name: 'cohort' | 'arm', { table, key, of }: Source): string => {
  const columns = ['workspace_id', 'journey_id', ...key].join(', ');
  const values = (row: Row): string => [`${row}workspace_id`, `${row}journey_id`, ...of(row)].join(', ');
  return `
    create function note_added_${name}_subjects() returns trigger language plpgsql as $$
    begin
      insert into ${name}_changes (${columns}, subjects, converted)
      select ${values('')}, count(*), count(converted_at) from added group by ${values('')};
      return null;
    end $$;
    create trigger ${table}_added after insert on ${table} referencing new table as added
      for each statement execute function note_added_${name}_subjects();

    create function note_changed_${name}_subject() returns trigger language plpgsql as $$
    begin
      insert into ${name}_changes (${columns}, subjects, converted)
      select ${columns}, sum(subjects), sum(converted) from (
        select ${values('old.')}, -1, -cast(old.converted_at is not null as integer)
        union all
        select ${values('new.')}, 1, cast(new.converted_at is not null as integer) where tg_op = 'UPDATE'
      ) changed (${columns}, subjects, converted)
       group by ${columns} having sum(subjects) <> 0 or sum(converted) <> 0;
      return null;
    end $$;
    create trigger ${table}_changed after update on ${table} for each row
      when ((${values('old.')}, old.converted_at is null) is distinct from (${values('new.')}, new.converted_at is null))
      execute function note_changed_${name}_subject();
    create trigger ${table}_deleted after delete on ${table} for each row execute function note_changed_${name}_subject();`;
};

/** As `step_changes`: a row for each change, so that writers never wait for each other. Totals are these rows and the totals together. */
const changesTable = (name: string, columns: string): string => `
    create table ${name}_changes (
      workspace_id text not null,
      journey_id text not null,
      id bigint generated always as identity,
      ${columns}
      subjects integer not null,
      converted integer not null,
      primary key (workspace_id, journey_id, id)
    );
    alter table ${name}_changes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);`;

/**
 * Subjects of journeys and of their arms, summed, so that no report counts rows. Triggers note what any process writes, one of the
 * release before too: its workers leave the changes where they are, and figures add up both. The index journey_subjects_day is of no use
 * any more but to that release; a later one drops it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Nothing moves while everything is counted. In the order in which goal events lock them.
    lock table journey_subjects in share row exclusive mode;
    lock table journey_arm_subjects in share row exclusive mode;

    -- Its start. Every timezone is a multiple of it away from UTC, so that each lies in one local day, whatever the timezone becomes.
    create function quarter_hour(at timestamptz) returns timestamptz language sql immutable
      return date_bin('15 minutes', at, '2000-01-01 00:00:00+00');

    create table cohort_totals (
      workspace_id text not null,
      journey_id text not null,
      cohort text not null,
      subjects bigint not null,
      converted bigint not null,
      primary key (workspace_id, journey_id, cohort)
    );
    -- The same by the quarter of an hour of the first entry, over the last 60 days.
    create table cohort_spans (
      workspace_id text not null,
      journey_id text not null,
      starts_at timestamptz not null,
      cohort text not null,
      subjects bigint not null,
      converted bigint not null,
      primary key (workspace_id, journey_id, starts_at, cohort)
    );
    create table arm_totals (
      workspace_id text not null,
      journey_id text not null,
      version integer not null,
      step_id text not null,
      arm_id text not null,
      subjects bigint not null,
      converted bigint not null,
      primary key (workspace_id, journey_id, version, step_id, arm_id)
    );
    ${changesTable('cohort', 'cohort text not null, starts_at timestamptz not null,')}
    ${changesTable('arm', 'version integer not null, step_id text not null, arm_id text not null,')}
    ${triggers('cohort', cohorts)}
    ${triggers('arm', arms)}

    insert into cohort_totals (workspace_id, journey_id, cohort, subjects, converted)
    select workspace_id, journey_id, cohort, count(*), count(converted_at) from journey_subjects group by 1, 2, 3;
    insert into cohort_spans (workspace_id, journey_id, starts_at, cohort, subjects, converted)
    select workspace_id, journey_id, quarter_hour(first_entered_at), cohort, count(*), count(converted_at) from journey_subjects
     where first_entered_at > now() - interval '60 days' group by 1, 2, 3, 4;
    insert into arm_totals (workspace_id, journey_id, version, step_id, arm_id, subjects, converted)
    select workspace_id, journey_id, version, step_id, arm_id, count(*), count(converted_at) from journey_arm_subjects
     group by 1, 2, 3, 4, 5;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger journey_subjects_added on journey_subjects;
    drop trigger journey_subjects_changed on journey_subjects;
    drop trigger journey_subjects_deleted on journey_subjects;
    drop trigger journey_arm_subjects_added on journey_arm_subjects;
    drop trigger journey_arm_subjects_changed on journey_arm_subjects;
    drop trigger journey_arm_subjects_deleted on journey_arm_subjects;
    drop function note_added_cohort_subjects, note_changed_cohort_subject, note_added_arm_subjects, note_changed_arm_subject, quarter_hour;
    drop table cohort_changes, cohort_totals, cohort_spans, arm_changes, arm_totals;
  `);
}
