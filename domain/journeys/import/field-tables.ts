import { below, reasons, type FieldTable } from './fields';

/** The published schemas of the providers, field by field. Sources: the references in the translation files. */

const mailchimpTracking =
  'opens html_clicks text_clicks goal_tracking ecomm360 google_analytics clicktale salesforce capsule';

export const mailchimpFields: FieldTable = {
  mapped: [
    ...[
      'automation.id',
      'automation.settings.title',
      'automation.recipients.list_id',
      'automation.recipients.segment_opts',
    ],
    ...below('automation.trigger_settings', 'workflow_type runtime'),
    ...below('emails[]', 'id position html plain_text trigger_settings.runtime'),
    ...below('emails[].delay', 'amount type direction action action_description'),
    ...below('emails[].settings', 'title subject_line preview_text'),
    ...below('emails[].content', 'html plain_text'),
  ],
  harmless: [
    ...below('automation', 'create_time start_time status emails_sent report_summary _links'),
    ...below('automation.recipients', 'list_is_active list_name store_id'),
    ...below('automation.trigger_settings', 'workflow_title workflow_emails_count'),
    ...below('automation.settings', 'authenticate auto_footer inline_css'),
    ...below(
      'emails[]',
      'web_id workflow_id create_time start_time archive_url status emails_sent send_time content_type',
    ),
    ...below('emails[]', 'needs_block_refresh has_logo_merge_tag report_summary _links delay.full_description'),
    ...below('emails[].recipients', 'list_id list_is_active list_name recipient_count segment_text store_id'),
    ...below('emails[].settings', 'authenticate auto_footer inline_css template_id drag_and_drop'),
    ...below('emails[].trigger_settings', 'workflow_type workflow_title workflow_emails_count'),
    ...below('emails[].content', 'archive_html _links'),
  ],
  unmapped: [
    {
      severity: 'warning',
      reason: reasons.sender,
      paths: ['automation.settings', 'emails[].settings'].flatMap((at) => below(at, 'from_name reply_to')),
    },
    {
      severity: 'info',
      reason: 'The To line contains only the email address.',
      paths: ['automation.settings.to_name'],
    },
    {
      severity: 'info',
      reason: 'Replies go to the sender of the workspace.',
      paths: ['automation.settings.use_conversation'],
    },
    {
      severity: 'info',
      reason: `${reasons.reports} ${reasons.links}`,
      paths: ['automation.tracking', 'emails[].tracking'].flatMap((at) => below(at, mailchimpTracking)),
    },
    {
      severity: 'error',
      reason: 'The segment of this email is not supported. Add a branch before it.',
      paths: ['emails[].recipients.segment_opts'],
    },
    {
      severity: 'warning',
      reason: 'Posts to social networks are not supported.',
      paths: ['emails[].social_card', ...below('emails[].settings', 'auto_tweet auto_fb_post fb_comments')],
    },
  ],
};

const flow = 'data.attributes.definition';
const action = `${flow}.actions[]`;
/** The places of a send-email action, including variations of a test. */
const sends = [
  action,
  `${action}.data.main_action`,
  `${action}.data.current_experiment.variations[]`,
  `${action}.data.variations[]`,
];
const inMessage = (names: string): string[] => sends.flatMap((send) => below(`${send}.data.message`, names));

export const klaviyoFields: FieldTable = {
  mapped: [
    ...['data.id', 'data.attributes.name', 'included'],
    ...below(flow, 'triggers profile_filter entry_action_id reentry_criteria'),
    ...sends.flatMap((send) => below(send, 'data.status id temporary_id type links allocation weight percentage')),
    ...below(`${action}.data`, 'profile_filter trigger_filter branches url headers body value unit secondary_value'),
    ...below(`${action}.data`, 'delay_until_time delay_until_weekdays current_experiment.allocations'),
    ...inMessage('template_id subject_line preview_text smart_sending_enabled transactional additional_filters name'),
  ],
  harmless: [
    ...['data.type', 'data.relationships', 'data.links', 'links', 'meta'],
    ...below('data.attributes', 'status archived created updated trigger_type'),
    ...sends.flatMap((send) => below(send, 'data.message.id')),
    ...below(`${action}.data`, 'experiment_status past_experiments current_experiment.id current_experiment.name'),
    `${action}.data.current_experiment.started`,
    `${action}.data.name`,
  ],
  unmapped: [
    { severity: 'warning', reason: reasons.sender, paths: inMessage('from_email from_label reply_to_email') },
    { severity: 'warning', reason: reasons.copies, paths: inMessage('cc_email bcc_email') },
    { severity: 'warning', reason: reasons.links, paths: inMessage('add_tracking_params custom_tracking_params') },
    {
      severity: 'info',
      reason: 'Times of day are in the subject’s own timezone.',
      paths: [`${action}.data.timezone`],
    },
    {
      severity: 'warning',
      reason:
        'A winner is not chosen automatically. To shift weights to the best arm, set the allocation to "thompson".',
      paths: below(`${action}.data.current_experiment`, 'winner_metric automatic_winner_selection_settings'),
    },
  ],
  isOpaque: (part) => {
    const known =
      /^(send-email|time-delay|(conditional|trigger|multi-branch)-split|ab-test|content-experiment|send-webhook)$/;
    return 'links' in part && typeof part['type'] === 'string' && !known.test(part['type']);
  },
};

export const brazeFields: FieldTable = {
  mapped: [
    ...'created_at name description schedule_type'.split(' '),
    ...below('variants[]', 'id name first_step_ids first_step_id percentage weight'),
    ...below('steps[]', 'id name type next_step_ids next_paths delay'),
    ...below('steps[].messages.*', 'id channel name subject body html plaintext_body preheader percentage'),
    ...below('steps[].messages.*', 'url webhook_url method request_method headers request_headers'),
  ],
  harmless: [
    ...'message updated_at archived draft enabled has_post_launch_draft first_entry last_entry channels tags teams'.split(
      ' ',
    ),
    'steps[].channels',
    ...below('steps[].messages.*', 'should_inline_css message_variation_id'),
  ],
  unmapped: [
    { severity: 'warning', reason: reasons.sender, paths: below('steps[].messages.*', 'from reply_to') },
    { severity: 'warning', reason: reasons.copies, paths: ['steps[].messages.*.bcc'] },
    { severity: 'warning', reason: 'AMP is not supported.', paths: ['steps[].messages.*.amp_body'] },
    {
      severity: 'warning',
      reason: 'Other headers and extras of a message are not supported.',
      paths: below('steps[].messages.*', 'extras title'),
    },
    { severity: 'warning', reason: reasons.links, paths: ['steps[].messages.*.link_template_ids'] },
  ],
  isOpaque: ({ channel }) => typeof channel === 'string' && !['email', 'webhook'].includes(channel),
};

export const customerioFields: FieldTable = {
  mapped: [
    ...below('campaign', 'id name description event_name trigger_segment_ids filter_segment_ids actions'),
    ...below(
      'actions[]',
      'id parent_action_id name type layout subject body body_plain preheader_text sending_state recipient',
    ),
    ...below('actions[]', 'weight percentage url method delay_seconds seconds_delay delay duration'),
    ...below('actions[]', 'time start_time weekdays days'),
  ],
  harmless: [
    ...below(
      'campaign',
      'deduplicate_id type created updated active state first_started tags created_by msg_templates',
    ),
    ...below('actions[]', 'campaign_id deduplicate_id created updated preprocessor editor'),
  ],
  unmapped: [
    {
      severity: 'error',
      reason: 'Starting at a date or time of day is not supported. Choose a trigger and add a wait as the first step.',
      paths: below('campaign', 'date_attribute frequency timezone use_customer_timezone start_hour start_minutes'),
    },
    { severity: 'warning', reason: reasons.sender, paths: below('actions[]', 'from from_id reply_to reply_to_id') },
    {
      severity: 'info',
      reason: 'Other headers are not supported for messages. Webhooks keep their headers.',
      paths: ['actions[].headers'],
    },
    { severity: 'warning', reason: reasons.copies, paths: below('actions[]', 'bcc fake_bcc') },
    {
      severity: 'error',
      reason: 'The message is a translation for one language. In Apex, it goes to everyone.',
      paths: ['actions[].language'],
    },
    { severity: 'warning', reason: 'AMP is not supported.', paths: ['actions[].body_amp'] },
  ],
  isOpaque: ({ type }) =>
    typeof type === 'string' && /^(slack|sms|push|in_app|twilio|attribute_update|collection_query)$/.test(type),
};
