import { createHash } from 'node:crypto';
import { invalid } from '../../errors';
import type { Reentry } from '../schemas';
import { klaviyoFields } from './field-tables';
import { noteUnread } from './fields';
import { BundleDraft, type Place } from './bundle-draft';
import { idOf, KlaviyoActions, type Included } from './klaviyo-actions';
import { goalOf, KlaviyoConditions } from './klaviyo-conditions';
import { isObject } from '../../json/is-object';
import { cut, listOf, objectOf, snakeCase, textOf, type JsonRecord } from './read-json';
import type { Bundle } from './schemas';
import { flowEnd } from './step-graph';
import { klaviyoDialect } from './templates/klaviyo-template';

const base = 'data.attributes.definition';

/**
 * Translates a Klaviyo flow into a bundle. Templates and metrics are in `included`, as in JSON:API.
 * Source: Klaviyo's Flows API, `GET /api/flows/{id}?additional-fields[flow]=definition`.
 * @throws AppError VALIDATION_ERROR if the export is not a flow with a definition
 */
export function translateKlaviyo(exported: JsonRecord): Bundle {
  const data = objectOf(exported['data']);
  const attributes = objectOf(data['attributes']);
  const definition = objectOf(attributes['definition']);
  const actions = listOf(definition['actions']).filter(isObject);
  if (actions.length === 0) {
    throw invalid('The export is not a Klaviyo flow: data.attributes.definition.actions is missing or empty.', [
      { path: 'export.data.attributes.definition.actions', message: 'must contain the actions of the flow' },
    ]);
  }
  const flowId = textOf(data['id']) ?? digestOf(actions.map(idOf).sort());
  const draft = new BundleDraft('klaviyo', flowId, klaviyoDialect);
  const included = includedBy(exported);
  const conditions = new KlaviyoConditions(draft, (id, place) =>
    eventOf(draft, included.get(`metric:${id}`), id, place),
  );
  const entry = textOf(definition['entry_action_id']) ?? idOf(actions[0] ?? {});
  new KlaviyoActions(draft, conditions, included).add(actions);

  const name = textOf(attributes['name']) ?? 'Klaviyo flow';
  const goal = goalOf(definition['profile_filter']);
  const filterPlace = { sourceId: flowId, path: `${base}.profile_filter` };
  const filter = conditions.of(goal === null ? definition['profile_filter'] : goal.rest, filterPlace);
  if (filter !== null) {
    draft.note('warning', filterPlace, 'The filter of the flow is checked only at the start, not before each step.');
  }
  noteUnread(draft, exported, klaviyoFields);
  return draft.finish(
    {
      name,
      triggerContractId: triggerOf({ draft, conditions, included, flowId }, listOf(definition['triggers'])),
      audienceId: filter === null ? null : draft.audience(filterPlace, `${name}: filter`, filter),
      goalEventName:
        goal === null ? null : eventOf(draft, included.get(`metric:${goal.metricId}`), goal.metricId, filterPlace),
      reentry: reentryOf(draft, definition['reentry_criteria'], flowId),
    },
    entry === '' ? flowEnd : entry,
  );
}

const digestOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 16);

const includedBy = (exported: JsonRecord): Map<string, Included> =>
  new Map(
    listOf(exported['included']).flatMap((one, index): [string, Included][] => {
      if (!isObject(one)) return [];
      const name = `${textOf(one['type']) ?? ''}:${textOf(one['id']) ?? ''}`;
      return [[name, { attributes: objectOf(one['attributes']), path: `included.${index}.attributes` }]];
    }),
  );

/** Returns the event name for a metric: the metric's name if the export contains it. */
function eventOf(draft: BundleDraft, metric: Included | undefined, id: string, place: Place): string {
  const name = snakeCase(textOf(metric?.attributes['name']) ?? '');
  if (name !== '') return cut(name, 200);
  const event = cut(`klaviyo_metric_${snakeCase(id)}`, 200);
  draft.note(
    'error',
    place,
    `The export does not contain the name of metric ${id}. It is imported as the event "${event}". Rename the event.`,
  );
  return event;
}

interface Sources {
  draft: BundleDraft;
  conditions: KlaviyoConditions;
  included: ReadonlyMap<string, Included>;
  flowId: string;
}

function triggerOf({ draft, conditions, included, flowId }: Sources, triggers: readonly unknown[]): string | null {
  const place = { sourceId: flowId, path: `${base}.triggers.0` };
  const trigger = objectOf(triggers[0]);
  if (triggers.length > 1) {
    const further = { ...place, path: `${base}.triggers.1` };
    draft.note('error', further, 'A journey has only one trigger. The other triggers were removed.');
  }
  const id = textOf(trigger['id']) ?? '';
  switch (trigger['type']) {
    case 'metric': {
      const eventName = eventOf(draft, included.get(`metric:${id}`), id, place);
      const where = conditions.of(trigger['trigger_filter'], { ...place, path: `${place.path}.trigger_filter` });
      return draft.trigger(place, { name: eventName, eventName, ...(where === null ? {} : { where }) });
    }
    case 'list':
    case 'segment': {
      const [eventName, field] =
        trigger['type'] === 'list' ? ['subscribed_to_list', 'listId'] : ['entered_segment', 'segmentId'];
      draft.note('warning', place, `Send the event "${eventName}" with ${field} "${id}" when a person joins.`);
      const where = { field: `event.data.${field}`, operator: 'equals', value: id } as const;
      return draft.trigger(place, { name: `${eventName} ${id}`, eventName, where });
    }
    default:
      draft.note(
        'error',
        place,
        `The trigger "${textOf(trigger['type']) ?? 'none'}" is not supported. Choose a trigger.`,
      );
      return null;
  }
}

function reentryOf(draft: BundleDraft, criteria: unknown, flowId: string): Reentry {
  const { unit, duration } = objectOf(criteria);
  if (unit === 'alltime') return 'once';
  if (!isObject(criteria) || duration === 0) return 'always';
  const place = { sourceId: flowId, path: `${base}.reentry_criteria` };
  draft.note(
    'warning',
    place,
    'A delay before re-entry is not supported. A person can enter again after an execution has ended.',
  );
  return 'after_exit';
}
