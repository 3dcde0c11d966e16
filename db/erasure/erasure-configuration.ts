import type { ConfigurationMention } from '../../domain/erasure/configuration';
import type { Mentions } from '../../domain/erasure/mentions';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { namesPerson } from './erasure-mentions';

/** Configuration that members wrote. An erasure does not change it, because that would change its meaning. */

/** A query per kind, for ids, versions and the text to search. */
const sources: Record<ConfigurationMention['kind'], string> = {
  audience: "select id, null::integer as version, concat_ws(' ', name, condition) as text from audiences t",
  trigger_contract: `select id, null::integer, concat_ws(' ', name, event_name, "where") from trigger_contracts t`,
  communication: `select id, null::integer, concat_ws(' ', name, slots, html, text) from communications t`,
  journey: `select id, null::integer, concat_ws(' ', name, description) from journeys t`,
  journey_draft: `select journey_id, null::integer, concat_ws(' ', goal_event_name, steps) from journey_drafts t`,
  journey_version: `
    select journey_id, version, concat_ws(' ', goal_event_name, trigger_event_name, trigger_where, audience_condition, steps,
             (select string_agg(c.content::text, ' ') from journey_version_contents v
                join communication_contents c on c.workspace_id = v.workspace_id and c.hash = v.content_hash
               where v.workspace_id = t.workspace_id and v.journey_id = t.journey_id and v.version = t.version))
      from journey_versions t`,
  conversion: `select id, null::integer, concat_ws(' ', name, event_type, url_pattern, selector, conditions) from conversions t`,
  experiment: 'select id, null::integer, t::text from experiments t',
  belief: 'select id, null::integer, t::text from beliefs t',
  target: 'select id, null::integer, t::text from targets t',
  connection: `select id, null::integer, concat_ws(' ', name, account_id, base_url, last_error) from ad_connections t`,
  campaign: `select distinct campaign_id, null::integer, concat_ws(' ', campaign_id, campaign) from ad_metrics t`,
  imported_item: `select item_id, null::integer, external_id from imported_items t`,
  api_key: 'select id, null::integer, name from api_keys t',
  member: `select u.id, null::integer, concat_ws(' ', u.email, u.name) from members t join users u on u.id = t.user_id`,
  invitation: 'select id, null::integer, email from invitations t',
  end_user: 'select end_user_id, null::integer, external_id from end_user_external_ids t',
  workspace: `select id, null::integer, concat_ws(' ', name, sender, array_to_string(personal_attributes, ' ')) from workspaces t`,
};

const search = Object.entries(sources)
  .map(([kind, source]) => {
    const workspace = kind === 'workspace' ? 't.id' : 't.workspace_id';
    return `select '${kind}' as kind, f.* from (${source} where ${workspace} = :workspaceId) as f (id, version, text)
             where ${namesPerson('f.text')}`;
  })
  .join('\nunion all\n');

/** Lists the configuration of a workspace that names a person. */
export const findConfigurationMentions = (
  database: Database,
  workspaceId: string,
  mentions: Mentions,
): Promise<ConfigurationMention[]> =>
  rowsOf<ConfigurationMention>(
    database.raw(`select distinct kind, id, version from (${search}) as found order by kind, id, version`, {
      workspaceId,
      ...mentions,
    }),
  );
