import type { Knex } from 'knex';

/** Adds imports of people: each with its rows, which are kept until the import is a month old. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table people_imports (
      workspace_id text references workspaces (id) on delete cascade,
      id text,
      status text not null check (status in ('receiving', 'running', 'completed', 'undoing', 'undone')),
      dry_run boolean not null,
      -- For all rows: marketing and source. Null if the rows state it.
      consent jsonb,
      actor text not null,
      total integer not null default 0,
      created integer not null default 0,
      updated integer not null default 0,
      unchanged integer not null default 0,
      rejected integer not null default 0,
      -- Of an undo: created people who were deleted, and who stayed because something happened to them since.
      removed integer not null default 0,
      kept integer not null default 0,
      created_at timestamptz not null default now(),
      completed_at timestamptz,
      primary key (workspace_id, id)
    )`);
  await knex.raw(`
    create table people_import_rows (
      workspace_id text,
      import_id text,
      -- The line of the file, without the header; from 1.
      number integer,
      -- By field, such as email or attributes.plan. Null once the row was imported; kept for rejected rows.
      fields jsonb,
      -- Hashes of the id and the address, which recognize erased people; null once the row has an outcome.
      hashes jsonb,
      outcome text check (outcome in ('created', 'updated', 'unchanged', 'rejected', 'removed', 'kept')),
      message text,
      end_user_id text,
      primary key (workspace_id, import_id, number),
      foreign key (workspace_id, import_id) references people_imports (workspace_id, id) on delete cascade
    )`);
  await knex.raw(`
    create index people_import_rows_open on people_import_rows (workspace_id, import_id, number) where outcome is null`);
  await knex.raw(`
    create index people_import_rows_created on people_import_rows (workspace_id, import_id, number)
     where outcome = 'created'`);
  await knex.raw(`
    create index people_import_rows_rejected on people_import_rows (workspace_id, import_id, number)
     where outcome = 'rejected'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table people_import_rows');
  await knex.raw('drop table people_imports');
}
