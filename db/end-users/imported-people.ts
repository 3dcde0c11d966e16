import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { PeopleImport } from './imports';

/** The people that an import writes, and that its undo deletes. */

/** What an import writes to a person. */
export interface PersonUpdate {
  id: string;
  attributes: JsonObject;
  timezone: string | undefined;
  locale: string | undefined;
  marketing: boolean | undefined;
  source: string | undefined;
}

interface Updated {
  id: string;
  isNew: boolean;
  isChanged: boolean;
  isTooLarge: boolean;
}

/**
 * Updates people, and reports which of them this transaction created. Attributes that would become larger than 64 KB are
 * not written. Consent is written for people without a statement of their own, and whenever it is withdrawn: an import
 * cannot undo an opt-out.
 */
export function updateImported(
  transaction: Database,
  workspaceId: string,
  updates: readonly PersonUpdate[],
): Promise<Updated[]> {
  return rowsOf<Updated>(
    transaction.raw(
      `with given as (
         select g.*, p.created_at = now() as is_new,
                octet_length((p.attributes || g.attributes)::text) > 65536 as is_too_large,
                g.marketing is not null and (g.marketing is false
                  or p.consent_source in ('default', 'public_stitch', 'keyed_call', 'unknown')) as states_consent
           from json_to_recordset(:updates)
                as g (id text, attributes jsonb, timezone text, locale text, marketing boolean, source text)
           join end_users p on p.workspace_id = :workspaceId and p.id = g.id
          order by p.id for no key update of p
       ), changed as (
         update end_users p
            set attributes = p.attributes || g.attributes, timezone = coalesce(g.timezone, p.timezone),
                locale = coalesce(g.locale, p.locale),
                marketing_consent = case when g.states_consent then g.marketing else p.marketing_consent end,
                consent_source = case when g.states_consent then g.source else p.consent_source end,
                consent_at = case when g.states_consent then now() else p.consent_at end, updated_at = now()
           from given g
          where p.workspace_id = :workspaceId and p.id = g.id and not g.is_too_large
            and (p.attributes || g.attributes <> p.attributes or g.timezone is distinct from coalesce(p.timezone, g.timezone)
                 or coalesce(g.timezone, p.timezone) is distinct from p.timezone
                 or coalesce(g.locale, p.locale) is distinct from p.locale
                 or g.states_consent and (g.marketing <> p.marketing_consent or g.source is distinct from p.consent_source))
         returning p.id
       )
       select g.id, g.is_new as "isNew", g.is_too_large as "isTooLarge", c.id is not null as "isChanged"
         from given g left join changed c on c.id = g.id`,
      { workspaceId, updates: JSON.stringify(updates) },
    ),
  );
}

/**
 * Deletes the people of an undo who were not changed since the end of the import, and have no activity.
 * @returns the ids of those who were deleted
 */
export async function removeUntouched(
  transaction: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      `delete from end_users p using people_imports i
        where i.workspace_id = :workspaceId and i.id = :id
          and p.workspace_id = i.workspace_id and p.id = any(:ids) and p.updated_at <= i.completed_at
          and not exists (select from executions x where x.workspace_id = p.workspace_id and x.end_user_id = p.id)
          and not exists (select from visitor_links l where l.workspace_id = p.workspace_id and l.end_user_id = p.id)
          and not exists (select from sends s where s.workspace_id = p.workspace_id and s.end_user_id = p.id)
          and not exists (select from events e where e.workspace_id = p.workspace_id and e.end_user_id = p.id)
       returning p.id`,
      { workspaceId, id, ids: [...ids] },
    ),
  );
  return rows.map((row) => row.id);
}
