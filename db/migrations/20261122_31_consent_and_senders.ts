import type { Knex } from 'knex';

/**
 * Where a person's consent comes from and when it was said, whether people of public stitching may be mailed at once, and how a
 * workspace names itself as a sender. Consent stays as it is. The source of what came before is not known (null), but for those
 * who opted out by a link or complained: their messages tell it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Without a default at first, so that rows from before keep null and the table is not rewritten.
    alter table end_users add column consent_source text, add column consent_at timestamptz;
    alter table end_users alter column consent_source set default 'default', alter column consent_at set default now();

    with latest as (
      select distinct on (s.workspace_id, s.end_user_id) s.workspace_id, s.end_user_id, e.kind, e.at
        from send_events e join sends s on s.workspace_id = e.workspace_id and s.id = e.send_id
       where e.kind in ('unsubscribe', 'resubscribe', 'complaint') and s.end_user_id is not null
       -- A complaint says more than a link, whichever came first.
       order by s.workspace_id, s.end_user_id, (e.kind = 'complaint') desc, e.at desc
    )
    update end_users u
       set consent_source = case latest.kind when 'complaint' then 'complaint' else 'unsubscribe_link' end,
           consent_at = latest.at
      from latest
     where u.workspace_id = latest.workspace_id and u.id = latest.end_user_id and not u.marketing_consent
       and latest.kind <> 'resubscribe';

    alter table workspaces add column mail_public_leads boolean not null default false, add column sender jsonb;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces drop column mail_public_leads, drop column sender;
    alter table end_users drop column consent_source, drop column consent_at;
  `);
}
