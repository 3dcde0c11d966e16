import { never, type BundleDraft, type Place } from './bundle-draft';
import type { KlaviyoConditions } from './klaviyo-conditions';
import { isObject } from '../../json/is-object';
import type { MessageParts, Part } from './message';
import { cut, listOf, numberOf, objectOf, textOf, type JsonRecord } from './read-json';
import { flowEnd } from './step-graph';
import { addDelay, durationOf } from './waits';
import { addWebhook } from './webhooks';
import { sharesOf } from './weights';

/** Returns the id of an action. Unsaved actions have a temporary id. */
export const idOf = (action: JsonRecord): string => textOf(action['id']) ?? textOf(action['temporary_id']) ?? '';

/** A resource that the export includes, with the path of its attributes. */
export interface Included {
  attributes: JsonRecord;
  path: string;
}

/** Turns the actions of a Klaviyo flow into steps. */
export class KlaviyoActions {
  constructor(
    private readonly draft: BundleDraft,
    private readonly conditions: KlaviyoConditions,
    /** By type and id: `template:T1`. */
    private readonly included: ReadonlyMap<string, Included>,
  ) {}

  add(actions: readonly JsonRecord[]): void {
    actions.forEach((action, index) => {
      const place = { sourceId: idOf(action), path: `data.attributes.definition.actions.${index}` };
      if (place.sourceId !== '') this.action(place, action);
    });
  }

  private action(place: Place, action: JsonRecord): void {
    const data = objectOf(action['data']);
    const links = objectOf(action['links']);
    const next = textOf(links['next']) ?? flowEnd;
    switch (action['type']) {
      case 'send-email':
        return this.send(place, data, next);
      case 'time-delay':
        return this.delay(place, data, next);
      case 'conditional-split':
        return this.split(place, data['profile_filter'], links);
      case 'trigger-split':
        return this.split(place, data['trigger_filter'], links);
      case 'multi-branch-split':
        return this.multiSplit(place, data);
      case 'ab-test':
      case 'content-experiment':
        return this.experiment(place, data, next);
      case 'send-webhook':
        return addWebhook(this.draft, place, {
          url: data['url'],
          method: 'POST',
          headers: data['headers'],
          body: data['body'],
          next,
        });
      case 'target-date':
      case 'countdown-delay':
      case 'back-in-stock-delay':
        return this.draft.wait(place, { duration: null, next });
      default:
        this.unsupported(place, textOf(action['type']) ?? '', next);
    }
  }

  /** An unknown action may decide who gets the messages after it. */
  private unsupported(place: Place, type: string, next: string): void {
    const severity = onlyOtherChannels.test(type) ? 'warning' : 'error';
    this.draft.note(severity, place, `The action "${type}" is not supported. The flow continues without it.`);
    this.draft.skip(place.sourceId, next);
  }

  private send(given: Place, data: JsonRecord, next: string, contentId = given.sourceId): void {
    const message = objectOf(data['message']);
    const place = this.filtered(given, message['additional_filters'], next);
    const at = { ...place, path: `${place.path}.data.message` };
    const status = textOf(data['status']);
    if (status !== null && status !== 'live') {
      this.draft.note('warning', at, `Klaviyo did not send the message: its status is "${status}". Apex sends it.`);
    }
    if (message['transactional'] === true) {
      this.draft.note('warning', at, 'The message is sent as marketing email. Journeys send only marketing email.');
    }
    if (message['smart_sending_enabled'] === true) {
      this.draft.note('info', at, 'Smart sending corresponds to the frequency cap of the workspace.');
    }
    this.draft.send(at, {
      name: textOf(message['name']),
      parts: this.partsOf(message, at.path),
      next,
      contentId,
    });
  }

  private partsOf(message: JsonRecord, path: string): MessageParts {
    const template = this.included.get(`template:${textOf(message['template_id']) ?? ''}`);
    const ofTemplate = (name: string): Part => ({
      source: textOf(template?.attributes[name]),
      path: template === undefined ? `${path}.template_id` : `${template.path}.${name}`,
    });
    return {
      subject: { source: textOf(message['subject_line']), path: `${path}.subject_line` },
      preheader: { source: textOf(message['preview_text']), path: `${path}.preview_text` },
      html: ofTemplate('html'),
      text: ofTemplate('text'),
    };
  }

  /** Adds a branch for the filter of a single message. @returns the place of the message */
  private filtered(place: Place, filter: unknown, next: string): Place {
    const when = this.conditions.of(filter, { ...place, path: `${place.path}.data.message.additional_filters` });
    if (when === null) return place;
    const sourceId = `${place.sourceId}-mail`;
    this.draft.step(place, { kind: 'branch', arms: [{ id: 'yes', name: 'Yes', when, next: sourceId }], else: next });
    return { ...place, sourceId };
  }

  private delay(place: Place, data: JsonRecord, next: string): void {
    const { value, unit, secondary_value: secondary } = data;
    const isZero = numberOf(value) === 0;
    const nothing = isZero && (secondary === undefined || secondary === null || numberOf(secondary) === 0);
    const main = isZero ? '' : durationOf(value, unit);
    const duration = nothing || main === null ? null : withSecondary(main, unit, secondary);
    if (!nothing && duration === null) return this.draft.wait(place, { duration: null, next });
    const window = { time: data['delay_until_time'], weekdays: listOf(data['delay_until_weekdays']) };
    addDelay(this.draft, place, { duration, ...window, next });
  }

  private split(place: Place, filter: unknown, links: JsonRecord): void {
    const when = this.conditions.of(filter, place);
    if (when === null) this.draft.note('error', place, 'The split has no condition. Set one.');
    this.draft.step(place, {
      kind: 'branch',
      arms: [{ id: 'yes', name: 'Yes', when: when ?? never, next: textOf(links['next_if_true']) ?? flowEnd }],
      else: textOf(links['next_if_false']) ?? flowEnd,
    });
  }

  private multiSplit(place: Place, data: JsonRecord): void {
    const branches = listOf(data['branches']).filter(isObject);
    const nextOf = (branch: JsonRecord | undefined): string => textOf(objectOf(branch?.['links'])['next']) ?? flowEnd;
    const arms = branches
      .filter((branch) => branch['is_else'] !== true)
      .map((branch, index) => ({
        id: `path-${index + 1}`,
        name: cut(textOf(branch['name']) ?? `Path ${index + 1}`, 200),
        when: this.conditions.of(branch['branch_filter'], place) ?? never,
        next: nextOf(branch),
      }));
    const other = nextOf(branches.find((branch) => branch['is_else'] === true));
    if (arms.length === 0) return this.draft.skip(place.sourceId, other);
    this.draft.step(place, { kind: 'branch', arms, else: other });
  }

  /**
   * Returns the tested messages: if the test has shares, only those with a share. The main action is then what is sent
   * after the test.
   */
  private withShares(place: Place, all: readonly JsonRecord[], allocations: JsonRecord): readonly JsonRecord[] {
    if (!all.some((one) => numberOf(allocations[idOf(one)]) !== null)) return all;
    const tested = all.filter((one) => numberOf(allocations[idOf(one)]) !== null);
    if (tested.length < all.length) {
      this.draft.note(
        'info',
        place,
        'Messages without a weight in the test were removed. They are not sent while the test runs.',
      );
    }
    return tested;
  }

  /** The main action is the control. Each variation sends its own message, and all continue with the same step. */
  private experiment(place: Place, data: JsonRecord, next: string): void {
    const main = objectOf(data['main_action']);
    const variations = listOf(objectOf(data['current_experiment'])['variations'] ?? data['variations']).filter(
      isObject,
    );
    const allocations = objectOf(objectOf(data['current_experiment'])['allocations']);
    const all = [...(isObject(data['main_action']) ? [main] : []), ...variations];
    const tested = this.withShares(place, all, allocations);
    const arms = tested.map((variation, index) => ({ variation, id: `${place.sourceId}-${index + 1}` }));
    if (arms.length === 0) {
      this.draft.note('error', place, 'The test has no variations. The flow continues without it.');
      return this.draft.skip(place.sourceId, next);
    }
    const given = tested.map((variation) => {
      const { allocation, weight, percentage } = variation;
      return numberOf(allocations[idOf(variation)] ?? allocation ?? weight ?? percentage);
    });
    if (given.includes(null))
      this.draft.note(
        'warning',
        place,
        'The export does not contain the weights of the variations. They are set to equal weights.',
      );
    const shares = sharesOf(given);
    for (const { variation, id } of arms) {
      const inner = isObject(variation['data']) ? objectOf(variation['data']) : variation;
      this.send({ sourceId: id, path: place.path }, inner, next, idOf(variation) === '' ? id : idOf(variation));
    }
    this.draft.step(place, {
      kind: 'experiment',
      arms: arms.map(({ id }, index) => ({ id: `arm-${index + 1}`, weight: shares[index] ?? 0, next: id })),
      allocation: 'fixed',
    });
  }
}

/** Actions that send nothing by email and do not choose who continues. */
const onlyOtherChannels =
  /^(send-(sms|mms|push-notification|whatsapp|internal-alert|internal-sms|mobile-push|in-app)|internal-alert|update-(customer|profile)|list-update|add-to-list|remove-from-list|internal-service|code)$/;

/**
 * Adds `secondary_value`, which is in the next smaller unit: hours with days, minutes with hours.
 * @param duration '' for none
 * @returns null if the value cannot be added
 */
function withSecondary(duration: string, unit: unknown, secondary: unknown): string | null {
  const rest = secondary === undefined || secondary === null ? 0 : numberOf(secondary);
  const smaller = unit === 'days' ? 'hours' : unit === 'hours' ? 'minutes' : null;
  const more = smaller === null ? null : durationOf(rest, smaller);
  if (rest === 0) return duration;
  if (more === null || !Number.isInteger(rest)) return null;
  if (duration === '') return more;
  const time = more.slice('PT'.length);
  return duration.includes('T') ? duration + time : `${duration}T${time}`;
}
