import type { Knex } from 'knex';

/** Erasures of people, the hashed names that stay, and the one change that the audit log allows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table erasures (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null unique,
      status text not null default 'running' check (status in ('running', 'completed', 'failed')),
      stage text not null default 'runs' check (stage in ('runs', 'workflows', 'records', 'events', 'done')),
      -- Whom it is about, and the stand-in: forgotten when it is completed.
      end_user_id text,
      email text,
      external_ids text[] not null default '{}',
      pseudonym text,
      executions integer not null default 0,
      records integer not null default 0,
      events integer not null default 0,
      failure text,
      requested_at timestamptz not null default now(),
      completed_at timestamptz,
      primary key (workspace_id, id),
      check ((status = 'completed') = (completed_at is not null)),
      check (status <> 'completed'
        or (end_user_id is null and email is null and external_ids = '{}' and pseudonym is null and stage = 'done'))
    );
    create index erasures_running on erasures (requested_at) where status = 'running';

    -- Visitors of the person and their stand-ins, while the erasure is under way.
    create table erasure_visitors (
      workspace_id text not null,
      erasure_id text not null,
      visitor_id text not null,
      pseudonym text not null,
      primary key (workspace_id, erasure_id, visitor_id),
      foreign key (workspace_id, erasure_id) references erasures (workspace_id, id) on delete cascade
    );

    -- Keyed hashes of the ids and addresses of erased people: events that name one are stored without a person.
    create table erased_names (
      workspace_id text not null,
      hash bytea not null,
      erasure_id text not null,
      primary key (workspace_id, hash),
      foreign key (workspace_id, erasure_id) references erasures (workspace_id, id) on delete cascade
    );

    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check
      check (kind in ('start_execution', 'send_notice', 'signal_execution', 'cancel_execution', 'start_erasure'));

    -- An erasure takes a person out of subject and metadata; who did what and when stays, also for it.
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if current_setting('apex.erasing', true) = 'on'
         and (new.workspace_id, new.id, new.subject_type, new.actor, new.action, new.at)
           = (old.workspace_id, old.id, old.subject_type, old.actor, old.action, old.at)
         and (new.subject_id = old.subject_id or old.subject_type = 'visitor') then
        return new;
      end if;
      raise exception '% rows are never changed', tg_table_name using errcode = 'restrict_violation';
    end $$;
    drop trigger audit_entries_frozen on audit_entries;
    create trigger audit_entries_frozen before update on audit_entries
      for each row execute function refuse_audit_change();
    create index audit_entries_end_user on audit_entries (workspace_id, (metadata ->> 'endUserId'))
      where metadata ->> 'endUserId' is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_entries_end_user;
    drop trigger audit_entries_frozen on audit_entries;
    create trigger audit_entries_frozen before update on audit_entries
      for each row execute function refuse_change();
    drop function refuse_audit_change;
    delete from outbox where kind = 'start_erasure';
    alter table outbox drop constraint outbox_kind_check;
    alter table outbox add constraint outbox_kind_check
      check (kind in ('start_execution', 'send_notice', 'signal_execution', 'cancel_execution'));
    drop table erased_names, erasure_visitors, erasures;
  `);
}
