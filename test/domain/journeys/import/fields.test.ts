import { objectOf, type JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Provider } from '../../../../domain/journeys/import/schemas';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import { sampleExport } from './exports';

/**
 * Adds every field of the providers' published schemas to a sample export. The field must change the bundle (`mapped`),
 * be listed in `unmapped` (`noted`) or be `harmless` to drop. No other field may be dropped silently.
 */

type Fate = 'mapped' | 'noted' | 'harmless';
/** Path in the sample, value, and expected result. Names after a space share the path. */
type Row = [at: string, names: string, value: unknown, fate: Fate];

const text = 'Anything';
const when = '2026-02-03T10:15:00Z';
const filter = {
  condition_groups: [
    { conditions: [{ type: 'profile-property', property: 'city', filter: { operator: 'equals', value: 'Oslo' } }] },
  ],
};
const definition = 'data.attributes.definition';
const mail = `${definition}.actions.0`;
const wait = `${definition}.actions.1.data`;
const test3 = `${definition}.actions.3.data`;

const rows: Record<Provider, Row[]> = {
  mailchimp: [
    ['automation', 'id', text, 'mapped'],
    ['automation', 'create_time start_time', when, 'harmless'],
    ['automation', 'status', text, 'harmless'],
    ['automation', 'emails_sent', 7, 'harmless'],
    ['automation', 'report_summary', { opens: 7 }, 'harmless'],
    ['automation', '_links', [{ rel: 'self' }], 'harmless'],
    ['automation.recipients', 'list_id', text, 'mapped'],
    ['automation.recipients', 'list_name store_id', text, 'harmless'],
    ['automation.recipients', 'list_is_active', true, 'harmless'],
    ['automation.recipients', 'segment_opts', { match: 'any', conditions: [{ field: 'EMAIL' }] }, 'noted'],
    ['automation.settings', 'title', text, 'mapped'],
    ['automation.settings', 'from_name reply_to to_name', text, 'noted'],
    ['automation.settings', 'use_conversation', true, 'noted'],
    ['automation.settings', 'authenticate auto_footer inline_css', true, 'harmless'],
    ['automation.tracking', 'opens html_clicks text_clicks goal_tracking ecomm360', true, 'noted'],
    ['automation.tracking', 'google_analytics clicktale', text, 'noted'],
    ['automation.tracking', 'salesforce capsule', { notes: true }, 'noted'],
    ['automation.trigger_settings', 'workflow_type', 'abandonedCart', 'mapped'],
    ['automation.trigger_settings', 'workflow_title', text, 'harmless'],
    ['automation.trigger_settings', 'workflow_emails_count', 9, 'harmless'],
    [
      'automation.trigger_settings',
      'runtime',
      { days: ['tuesday'], hours: { type: 'send_at', send_at: '8:15 am' } },
      'mapped',
    ],
    ['automation.trigger_settings', 'runtime', { days: ['tuesday'], hours: { type: 'send_asap' } }, 'mapped'],
    [
      'automation.trigger_settings',
      'runtime',
      { hours: { type: 'send_between', send_between: { start: '8:00 am' } } },
      'mapped',
    ],
    ['emails.0', 'id', text, 'mapped'],
    ['emails.0', 'position', 9, 'mapped'],
    ['emails.0', 'web_id emails_sent', 9, 'harmless'],
    ['emails.0', 'workflow_id create_time start_time archive_url status send_time content_type', text, 'harmless'],
    ['emails.0', 'needs_block_refresh has_logo_merge_tag', true, 'harmless'],
    ['emails.0', 'report_summary _links', { a: text }, 'harmless'],
    ['emails.0', 'social_card', { title: text }, 'noted'],
    ['emails.0.delay', 'amount', 3, 'mapped'],
    ['emails.0.delay', 'type', 'day', 'mapped'],
    ['emails.0.delay', 'direction', 'before', 'mapped'],
    ['emails.0.delay', 'action', 'previous_campaign_opened', 'mapped'],
    ['emails.0.delay', 'full_description', text, 'harmless'],
    ['emails.2.delay', 'action_description', text, 'mapped'],
    ['emails.0.settings', 'title subject_line', text, 'mapped'],
    ['emails.0.settings', 'preview_text from_name reply_to auto_fb_post', text, 'noted'],
    ['emails.0.settings', 'auto_tweet fb_comments', true, 'noted'],
    ['emails.0.settings', 'authenticate auto_footer inline_css template_id drag_and_drop', 1, 'harmless'],
    ['emails.0.recipients', 'list_id list_name segment_text', text, 'harmless'],
    ['emails.0.recipients', 'segment_opts', { match: 'any' }, 'noted'],
    ['emails.0.tracking', 'opens html_clicks', true, 'noted'],
    ['emails.0.trigger_settings', 'workflow_title', text, 'harmless'],
    ['emails.0.trigger_settings', 'runtime', { days: ['tuesday'] }, 'mapped'],
    ['emails.0.content', 'html plain_text', text, 'mapped'],
    ['emails.0.content', 'archive_html', text, 'harmless'],
  ],
  klaviyo: [
    ['data', 'id', text, 'mapped'],
    ['data', 'relationships links', { a: text }, 'harmless'],
    ['data.attributes', 'name', text, 'mapped'],
    ['data.attributes', 'status created updated trigger_type', text, 'harmless'],
    ['data.attributes', 'archived', true, 'harmless'],
    [definition, 'triggers', [{ type: 'list', id: 'L1' }], 'mapped'],
    [
      definition,
      'triggers',
      [
        { type: 'list', id: 'L1' },
        { type: 'list', id: 'L2' },
      ],
      'mapped',
    ],
    [definition, 'profile_filter', filter, 'mapped'],
    [definition, 'entry_action_id', '102', 'mapped'],
    [definition, 'reentry_criteria', { unit: 'alltime', duration: 1 }, 'mapped'],
    [mail, 'id', text, 'mapped'],
    [mail, 'type', 'time-delay', 'mapped'],
    [`${mail}.links`, 'next', '106', 'mapped'],
    [`${mail}.data`, 'status', 'disabled', 'mapped'],
    [`${mail}.data.message`, 'id', text, 'harmless'],
    [`${mail}.data.message`, 'name subject_line preview_text', text, 'mapped'],
    [`${mail}.data.message`, 'template_id', 'TplA01', 'mapped'],
    [`${mail}.data.message`, 'smart_sending_enabled', true, 'mapped'],
    [`${mail}.data.message`, 'transactional', true, 'mapped'],
    [`${mail}.data.message`, 'additional_filters', filter, 'mapped'],
    [`${mail}.data.message`, 'from_email from_label reply_to_email cc_email bcc_email', text, 'noted'],
    [`${mail}.data.message`, 'add_tracking_params', true, 'noted'],
    [`${mail}.data.message`, 'custom_tracking_params', [{ param: 'utm_source', value: 'x' }], 'noted'],
    [wait, 'value secondary_value', 3, 'mapped'],
    [wait, 'unit', 'hours', 'mapped'],
    [wait, 'delay_until_time', '11:45', 'mapped'],
    [wait, 'delay_until_weekdays', ['sunday'], 'mapped'],
    [wait, 'timezone', 'company', 'noted'],
    [test3, 'experiment_status', 'live', 'harmless'],
    [test3, 'past_experiments', [{ id: '1' }], 'harmless'],
    [`${test3}.current_experiment`, 'id name started', text, 'harmless'],
    [`${test3}.current_experiment`, 'allocations', { 201: 0.2, 202: 0.8 }, 'mapped'],
    [`${test3}.current_experiment`, 'winner_metric', 'unique-clicks', 'noted'],
    [`${test3}.current_experiment`, 'automatic_winner_selection_settings', { enabled: true }, 'noted'],
  ],
  braze: [
    ['', 'name description', text, 'mapped'],
    ['', 'schedule_type', 'api_triggered', 'mapped'],
    ['', 'created_at updated_at first_entry last_entry message', when, 'harmless'],
    ['', 'archived draft enabled has_post_launch_draft', true, 'harmless'],
    ['', 'channels tags teams', [text], 'harmless'],
    ['variants.0', 'id', '0-first', 'mapped'],
    ['variants.0', 'name', text, 'mapped'],
    ['variants.0', 'first_step_ids', [text], 'mapped'],
    ['steps.0', 'channels', [text], 'harmless'],
    ['steps.0', 'type', 'exit', 'mapped'],
    ['steps.1', 'delay', { value: 3, unit: 'days' }, 'mapped'],
    ['steps.0', 'next_paths', [{ name: 'x', next_step_id: 'other' }], 'mapped'],
    ['steps.0.messages.mv-1', 'channel subject body plaintext_body preheader', text, 'mapped'],
    ['steps.0.messages.mv-1', 'from reply_to bcc amp_body title', text, 'noted'],
    ['steps.0.messages.mv-1', 'extras', { a: text }, 'noted'],
    ['steps.0.messages.mv-1', 'link_template_ids', [text], 'noted'],
    ['steps.0.messages.mv-1', 'should_inline_css', true, 'harmless'],
  ],
  customerio: [
    ['campaign', 'id', 99, 'mapped'],
    ['campaign', 'name description event_name', text, 'mapped'],
    ['campaign', 'trigger_segment_ids', [77], 'mapped'],
    ['campaign', 'filter_segment_ids', [5], 'mapped'],
    ['campaign', 'actions', [{ id: 99_999 }], 'harmless'],
    ['campaign', 'deduplicate_id type state created_by', text, 'harmless'],
    ['campaign', 'created updated first_started', 99, 'harmless'],
    ['campaign', 'active', true, 'harmless'],
    ['campaign', 'tags msg_templates', [text], 'harmless'],
    ['campaign', 'date_attribute frequency timezone start_hour start_minutes', '7', 'noted'],
    ['campaign', 'use_customer_timezone', true, 'noted'],
    ['actions.2', 'name subject body body_plain layout preheader_text', text, 'mapped'],
    ['actions.2', 'sending_state', 'draft', 'mapped'],
    ['actions.2', 'type parent_action_id id', 'other', 'mapped'],
    ['actions.2', 'campaign_id deduplicate_id preprocessor', text, 'harmless'],
    ['actions.2', 'language', text, 'noted'],
    ['actions.2', 'created updated', 99, 'harmless'],
    ['actions.2', 'from from_id reply_to reply_to_id recipient bcc body_amp headers', text, 'noted'],
    ['actions.2', 'fake_bcc', true, 'noted'],
  ],
};

function put(exported: JsonRecord, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() as string;
  let part = exported;
  for (const name of names) {
    part[name] ??= {};
    part = part[name] as JsonRecord;
  }
  part[last] = value;
}

function translated(provider: Provider, path: string, value: unknown) {
  const exported = sampleExport(provider);
  put(exported, path, value);
  return translateExternal(provider, exported);
}

const cases = Object.entries(rows).flatMap(([provider, given]) =>
  given.flatMap(([at, names, value, fate]) =>
    names.split(' ').map((name) => [provider as Provider, at === '' ? name : `${at}.${name}`, fate, value] as const),
  ),
);

test.each(cases)('%s: %s is %s', (provider, path, fate, value) => {
  const without = translated(provider, path, undefined);
  const { unmapped, ...bundle } = translated(provider, path, value);
  const { unmapped: unmappedWithout, ...bundleWithout } = without;
  const noted = unmapped.filter((one) => one.path === path || one.path.startsWith(`${path}.`));
  if (fate === 'noted') expect(noted).not.toEqual([]);
  else if (fate === 'harmless')
    expect({ unmapped, bundle }).toEqual({ unmapped: unmappedWithout, bundle: bundleWithout });
  else expect({ unmapped, bundle }).not.toEqual({ unmapped: unmappedWithout, bundle: bundleWithout });
});

test.each(Object.keys(rows) as Provider[])('%s: reports unknown fields with their path', (provider) => {
  for (const part of [
    '',
    ...Object.keys(sampleExport(provider)).filter(
      (name) => objectOf(sampleExport(provider)[name]) === sampleExport(provider)[name],
    ),
  ]) {
    const path = part === '' ? 'brand_new_field' : `${part}.brand_new_field`;
    expect(translated(provider, path, text).unmapped).toContainEqual({
      path,
      sourceId: expect.any(String),
      severity: 'warning',
      reason: expect.stringContaining('This field is unknown'),
    });
  }
});

test('arm weights are the allocations of the exported test', () => {
  const { journeys } = translated('klaviyo', `${test3}.current_experiment.allocations`, { 201: 0.2, 202: 0.8 });
  const experiment = journeys[0]?.steps?.find(({ kind }) => kind === 'experiment');
  expect(experiment).toMatchObject({ arms: [{ weight: 0.2 }, { weight: 0.8 }] });
});

test('days and hours of an automation apply to emails without their own', () => {
  const runtime = { days: ['tuesday'], hours: { type: 'send_at', send_at: '8:15 am' } };
  const { journeys } = translated('mailchimp', 'automation.trigger_settings.runtime', runtime);
  const waits = journeys[0]?.steps?.filter((step) => step.kind === 'wait' && 'untilTime' in step);
  expect(waits).toMatchObject([
    { untilTime: { time: '08:15', weekdays: [2] } },
    { untilTime: { time: '09:30', weekdays: [1, 5] } },
    { untilTime: { time: '08:15', weekdays: [2] } },
  ]);
});

it('ignores unknown fields that are empty, off or 0', () => {
  const noted = (value: unknown): boolean => {
    const { automation, ...given } = sampleExport('mailchimp');
    const more = { ...objectOf(automation), strange: value };
    const { unmapped } = translateExternal('mailchimp', { ...given, automation: more });
    return unmapped.some(({ path }) => path === 'automation.strange');
  };
  expect([null, false, '', 0, [], [0], {}, { off: false }].filter(noted)).toEqual([]);
  expect([true, 'on', 1, -1, [1], { on: true }].filter(noted)).toEqual([true, 'on', 1, -1, [1], { on: true }]);
});
