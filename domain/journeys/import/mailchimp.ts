import type { Condition } from '../../conditions/schemas';
import { invalid } from '../../errors';
import { mailchimpFields } from './field-tables';
import { noteUnread } from './fields';
import { BundleDraft, type Place } from './bundle-draft';
import { isObject } from '../../json/is-object';
import type { Part } from './message';
import { listOf, numberOf, objectOf, textOf, type JsonRecord } from './read-json';
import type { Bundle } from './schemas';
import { flowEnd } from './step-graph';
import { mailchimpDialect } from './templates/mailchimp-template';
import { addDelay, durationOf } from './waits';

/**
 * Translates a classic Mailchimp automation into a bundle: its emails in order, each after its delay.
 * Source: Mailchimp's Marketing API, `GET /automations/{id}` and `GET /automations/{id}/emails`. The content of an
 * email is in `content`, as returned by `GET /campaigns/{id}/content`, or in `html`.
 * @throws AppError VALIDATION_ERROR if the export is not an automation with its emails
 */
export function translateMailchimp(exported: JsonRecord): Bundle {
  const automation = objectOf(exported['automation']);
  const given = Array.isArray(exported['emails']) ? exported['emails'] : objectOf(exported['emails'])['emails'];
  const emails = listOf(given).filter(isObject);
  if (!isObject(exported['automation']) || emails.length === 0) {
    throw invalid('The export is not a Mailchimp automation: automation or emails is missing or empty.', [
      { path: 'export', message: 'must contain automation and emails' },
    ]);
  }
  const name = textOf(objectOf(automation['settings'])['title']) ?? 'Mailchimp automation';
  const automationId = textOf(automation['id']) ?? name;
  const draft = new BundleDraft('mailchimp', automationId, mailchimpDialect);
  const mails = emails
    .map((email, index) => ({ email, index, id: textOf(email['id']) ?? `email-${index + 1}` }))
    .sort((a, b) => (numberOf(a.email['position']) ?? a.index + 1) - (numberOf(b.email['position']) ?? b.index + 1));
  const first = (id: string | undefined): string => (id === undefined ? flowEnd : `delay-${id}`);
  mails.forEach(({ email, index, id }, order) => {
    const next = first(mails[order + 1]?.id);
    addMail(draft, email, { id, path: `emails.${index}`, next, runtime: runtimeOf(email, automation) });
  });
  if (isObject(objectOf(automation['recipients'])['segment_opts'])) {
    const place = { sourceId: automationId, path: 'automation.recipients.segment_opts' };
    draft.note('error', place, 'The segment of the recipients is not supported. Choose an audience.');
  }
  noteUnread(draft, exported, mailchimpFields);
  return draft.finish(
    {
      name,
      triggerContractId: triggerOf(draft, automation, automationId),
    },
    first(mails[0]?.id),
  );
}

interface MailPlace {
  id: string;
  path: string;
  next: string;
  /** The days and hours on which the email may be sent. */
  runtime: JsonRecord;
}

/** Returns the email's own setting, or else the setting of the automation. */
function runtimeOf(email: JsonRecord, automation: JsonRecord): JsonRecord {
  const of = (part: JsonRecord): JsonRecord => objectOf(objectOf(part['trigger_settings'])['runtime']);
  const own = of(email);
  return Object.keys(own).length > 0 ? own : of(automation);
}

function addMail(draft: BundleDraft, email: JsonRecord, { id, path, next, runtime }: MailPlace): void {
  const settings = objectOf(email['settings']);
  const content = objectOf(email['content']);
  addMailDelay(
    draft,
    { sourceId: `delay-${id}`, path: `${path}.delay` },
    { delay: objectOf(email['delay']), runtime, next: id },
  );
  draft.send(
    { sourceId: id, path },
    {
      name: textOf(settings['title']),
      parts: {
        subject: { source: textOf(settings['subject_line']), path: `${path}.settings.subject_line` },
        preheader: { source: textOf(settings['preview_text']), path: `${path}.settings.preview_text` },
        html: firstPart(content['html'], `${path}.content.html`, {
          source: textOf(email['html']),
          path: `${path}.html`,
        }),
        text: firstPart(content['plain_text'], `${path}.content.plain_text`, {
          source: textOf(email['plain_text']),
          path: `${path}.plain_text`,
        }),
      },
      next,
    },
  );
}

const firstPart = (value: unknown, path: string, other: Part): Part => {
  const source = textOf(value);
  return source === null ? other : { source, path };
};

/** Delay actions that only mean "after the previous email" or "after the trigger". */
const plainActions = new Set(['previous_campaign_sent', 'signup', 'api', 'manual', 'import', 'added', 'joined']);

function addMailDelay(
  draft: BundleDraft,
  place: Place,
  { delay, runtime, next }: { delay: JsonRecord; runtime: JsonRecord; next: string },
): void {
  const { amount, type, direction, action } = delay;
  const actionName = textOf(action);
  if (actionName !== null && !plainActions.has(actionName)) {
    const description = textOf(delay['action_description']) ?? actionName;
    draft.note(
      'error',
      place,
      `This email was sent only after "${description}". Here it follows the previous email. Add a branch in ` +
        'between.',
    );
  }
  if (direction === 'before') {
    draft.note('error', place, 'A delay relative to a future date is not supported.');
    return draft.wait(place, { duration: null, next });
  }
  const hours = objectOf(runtime['hours']);
  if (hours['type'] === 'send_between') {
    draft.note('warning', place, 'Sending hours correspond to the quiet hours of the workspace.');
  }
  const none = type === 'now' || textOf(type) === null || numberOf(amount) === 0;
  const duration = none ? null : durationOf(amount, type);
  if (!none && duration === null) return draft.wait(place, { duration: null, next });
  addDelay(draft, place, {
    duration,
    time: hours['type'] === 'send_at' ? hours['send_at'] : null,
    weekdays: listOf(runtime['days']),
    next,
  });
}

/** The event name for each workflow type. */
const events: Record<string, string> = {
  emailSeries: 'subscribed_to_list',
  welcomeSeries: 'subscribed_to_list',
  signup: 'subscribed_to_list',
  listAdd: 'subscribed_to_list',
  abandonedCart: 'cart_abandoned',
  abandonedBrowse: 'product_viewed',
  purchaseFollowup: 'purchase',
  productPurchase: 'purchase',
  bestCustomers: 'became_best_customer',
  api: 'mailchimp_api_request',
};

function triggerOf(draft: BundleDraft, automation: JsonRecord, automationId: string): string | null {
  const place = { sourceId: automationId, path: 'automation.trigger_settings' };
  const type = textOf(objectOf(automation['trigger_settings'])['workflow_type']) ?? 'none';
  const eventName = Object.hasOwn(events, type) ? events[type] : undefined;
  if (eventName === undefined) {
    draft.note('error', place, `The trigger "${type}" is not supported. Choose a trigger.`);
    return null;
  }
  const listId = textOf(objectOf(automation['recipients'])['list_id']);
  const ofList = listId !== null && eventName === 'subscribed_to_list';
  draft.note('warning', place, `Send the event "${eventName}"${ofList ? ` with listId "${listId}"` : ''} to start it.`);
  const where: Condition | undefined = ofList
    ? { field: 'event.data.listId', operator: 'equals', value: listId }
    : undefined;
  return draft.trigger(place, { name: eventName, eventName, ...(where === undefined ? {} : { where }) });
}
