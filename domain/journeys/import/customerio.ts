import type { Condition } from '../../conditions/schemas';
import { invalid } from '../../errors';
import { customerioFields } from './field-tables';
import { noteUnread } from './fields';
import { BundleDraft, never, type Place } from './bundle-draft';
import { isObject } from '../../json/is-object';
import { cut, listOf, numberOf, objectOf, textOf, type JsonRecord } from './read-json';
import type { Bundle } from './schemas';
import { flowEnd } from './step-graph';
import { customerioDialect } from './templates/customerio-template';
import { addDelay, secondsDuration } from './waits';
import { addWebhook } from './webhooks';
import { sharesOf } from './weights';

/**
 * Translates a Customer.io campaign into a bundle. The export lists the actions in order but without their connections.
 * Branches therefore stay in this order and must be completed by hand.
 * Source: Customer.io's App API, `GET /v1/campaigns/{id}` and `GET /v1/campaigns/{id}/actions`.
 * @throws AppError VALIDATION_ERROR if the export is not a campaign with its actions
 */
export function translateCustomerio(exported: JsonRecord): Bundle {
  const campaign = objectOf(exported['campaign']);
  const actions = ordered(listOf(exported['actions']), listOf(campaign['actions']));
  if (!isObject(exported['campaign']) || actions.length === 0) {
    throw invalid('The export is not a Customer.io campaign: campaign or actions is missing or empty.', [
      { path: 'export', message: 'must contain campaign and actions' },
    ]);
  }
  const name = textOf(campaign['name']) ?? 'Customer.io campaign';
  const campaignId = textOf(campaign['id']) ?? name;
  const draft = new BundleDraft('customerio', campaignId, customerioDialect);
  const groups = groupsOf(actions);
  groups.forEach((group, index) => addGroup(draft, group, groups[index + 1]?.sourceId ?? flowEnd));
  if (listOf(campaign['filter_segment_ids']).length > 0) {
    const place = { sourceId: campaignId, path: 'campaign.filter_segment_ids' };
    draft.note('error', place, 'The export does not contain the segments. Choose an audience.');
  }
  noteUnread(draft, exported, customerioFields);
  return draft.finish(
    {
      name,
      description: textOf(campaign['description']),
      triggerContractId: triggerOf(draft, campaign, campaignId),
    },
    groups[0]?.sourceId ?? flowEnd,
  );
}

function triggerOf(draft: BundleDraft, campaign: JsonRecord, campaignId: string): string | null {
  const eventName = textOf(campaign['event_name']);
  const segments = listOf(campaign['trigger_segment_ids']).flatMap((id) => textOf(id) ?? []);
  if (eventName !== null) {
    if (segments.length > 0) {
      const further = { sourceId: campaignId, path: 'campaign.trigger_segment_ids' };
      draft.note('error', further, 'A journey has only one trigger, the event. The segments were removed.');
    }
    return draft.trigger({ sourceId: campaignId, path: 'campaign.event_name' }, { name: eventName, eventName });
  }
  if (segments.length > 0) {
    const place = { sourceId: campaignId, path: 'campaign.trigger_segment_ids' };
    draft.note(
      'warning',
      place,
      `Send the event "entered_segment" with segmentId ${segments.join(' or ')} when a person joins the segment.`,
    );
    const where: Condition = { field: 'event.data.segmentId', operator: 'in', value: segments };
    return draft.trigger(place, {
      name: `entered_segment ${segments.join(', ')}`,
      eventName: 'entered_segment',
      where,
    });
  }
  const place = { sourceId: campaignId, path: 'campaign' };
  draft.note('error', place, 'The export does not contain the trigger of the campaign. Choose a trigger.');
  return null;
}

interface Listed {
  action: JsonRecord;
  /** Its index in the export. */
  index: number;
}

/** Sorts the actions in the order of the campaign, if the campaign lists them. */
function ordered(listed: readonly unknown[], named: readonly unknown[]): Listed[] {
  const actions = listed.flatMap((action, index) => (isObject(action) ? [{ action, index }] : []));
  const order = named.map((one) => textOf(objectOf(one)['id']));
  const placeOf = ({ action }: Listed): number => {
    const place = order.indexOf(textOf(action['id']));
    return place < 0 ? order.length : place;
  };
  return [...actions].sort((a, b) => placeOf(a) - placeOf(b));
}

interface Group {
  sourceId: string;
  members: { action: JsonRecord; place: Place }[];
}

/**
 * Groups the actions of one test, which have the same `parent_action_id`. All other actions are groups of their own.
 */
function groupsOf(actions: readonly Listed[]): Group[] {
  const groups = new Map<string, Group>();
  actions.forEach(({ action, index }) => {
    const id = textOf(action['id']) ?? `action-${index + 1}`;
    const parent = textOf(action['parent_action_id']);
    const sourceId = parent === null ? id : `test-${parent}`;
    const group = groups.get(sourceId) ?? { sourceId, members: [] };
    group.members.push({ action, place: { sourceId: id, path: `actions.${index}` } });
    groups.set(sourceId, group);
  });
  return [...groups.values()];
}

function addGroup(draft: BundleDraft, { sourceId, members }: Group, next: string): void {
  const [first] = members;
  if (first === undefined) return;
  for (const { action, place } of members) addAction(draft, place, action, next);
  if (sourceId === first.place.sourceId) return;
  const path = first.place.path;
  const given = members.map(({ action }) => numberOf(action['weight'] ?? action['percentage']));
  if (given.includes(null)) {
    draft.note(
      'warning',
      { sourceId, path },
      'The export does not contain the weights of the variations. They are set to equal weights.',
    );
  }
  const shares = sharesOf(given);
  draft.step(
    { sourceId, path },
    {
      kind: 'experiment',
      arms: members.map(({ place }, index) => ({
        id: `arm-${index + 1}`,
        weight: shares[index] ?? 0,
        next: place.sourceId,
      })),
      allocation: 'fixed',
    },
  );
}

function addAction(draft: BundleDraft, place: Place, action: JsonRecord, next: string): void {
  const type = (textOf(action['type']) ?? '').toLowerCase();
  switch (true) {
    case type === 'email':
      return addMail(draft, place, action, next);
    case type === 'webhook':
      return addWebhook(draft, place, {
        url: action['url'],
        method: action['method'],
        headers: action['headers'],
        body: action['body'],
        next,
      });
    case /delay|wait|time_window/.test(type):
      return addWait(draft, place, action, next);
    case /branch|split|cohort|condition/.test(type):
      draft.note(
        'error',
        place,
        'The export does not contain the paths and conditions of the branch. Until you set them, both paths ' +
          'lead to the next step.',
      );
      return draft.step(place, { kind: 'branch', arms: [{ id: 'path-1', when: never, next }], else: next });
    case type === 'exit':
      return draft.step(place, { kind: 'exit' });
    default:
      draft.note(
        onlyOtherChannels.test(type) ? 'warning' : 'error',
        place,
        `The action "${type}" is not supported. The campaign continues without it.`,
      );
      return draft.skip(place.sourceId, next);
  }
}

/** Actions that send nothing by email and do not choose who continues. */
const onlyOtherChannels =
  /^(slack|sms|twilio|push|in_app|urban_airship|whatsapp|line|inbox|(attribute|profile)_update|create_event|create_or_update_data|(person_)?collection_query|add_to_segment|remove_from_segment|send_event)$/;

function addMail(draft: BundleDraft, place: Place, action: JsonRecord, next: string): void {
  if (textOf(action['layout']) !== null) {
    draft.note('warning', place, 'The export does not contain the layout of the message. Add it to the HTML.');
  }
  const recipient = textOf(action['recipient']);
  if (recipient !== null && !/^\{\{\s*customer\.email\s*\}\}$/.test(recipient.trim())) {
    const reason = `Customer.io sends the message to "${cut(recipient, 100)}". Apex sends it to the person's own address.`;
    draft.note('error', { ...place, path: `${place.path}.recipient` }, reason);
  }
  const state = textOf(action['sending_state']);
  if (state !== null && state !== 'automatic') {
    const reason = `Customer.io did not send the message: its sending state is "${state}". Apex sends it.`;
    draft.note('warning', place, reason);
  }
  draft.send(place, {
    name: textOf(action['name']),
    parts: {
      subject: { source: textOf(action['subject']), path: `${place.path}.subject` },
      preheader: { source: textOf(action['preheader_text']), path: `${place.path}.preheader_text` },
      html: { source: textOf(action['body']), path: `${place.path}.body` },
      text: { source: textOf(action['body_plain']), path: `${place.path}.body_plain` },
    },
    next,
  });
}

/** Adds a wait for seconds, or for weekdays and a time of day, as far as the export has them. */
function addWait(draft: BundleDraft, place: Place, action: JsonRecord, next: string): void {
  const given = action['delay_seconds'] ?? action['seconds_delay'] ?? action['delay'] ?? action['duration'];
  const time = action['time'] ?? action['start_time'];
  const weekdays = listOf(action['weekdays'] ?? action['days']);
  const seconds = numberOf(given);
  const duration = seconds === null ? null : secondsDuration(seconds);
  const hasDuration = given !== undefined && given !== null && seconds !== 0;
  const isMissing = given !== 0 && !hasDuration && textOf(time) === null && weekdays.length === 0;
  if ((hasDuration && duration === null) || isMissing) return draft.wait(place, { duration: null, next });
  addDelay(draft, place, { duration, time, weekdays, next });
}
