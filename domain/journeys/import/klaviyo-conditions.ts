import type { Condition, Scalar } from '../../conditions/schemas';
import { always, never, type BundleDraft, type Place } from './bundle-draft';
import { isObject } from '../../json/is-object';
import { listOf, numberOf, objectOf, textOf, type JsonRecord } from './read-json';
import { durationOf } from './waits';

/**
 * Translates Klaviyo's filters into conditions: all groups must be true, and a group is true if any of its conditions
 * is. An unsupported condition is never true, and is noted. Source: Klaviyo's Flows API, `condition_groups` of a
 * definition.
 */
export class KlaviyoConditions {
  constructor(
    private readonly draft: BundleDraft,
    /** Returns the event name for the id of a metric. */
    private readonly eventOf: (metricId: string, place: Place) => string,
  ) {}

  /** Returns the condition of a filter; null if the filter is empty. */
  of(filter: unknown, place: Place): Condition | null {
    const groups = groupsOf(filter).map((conditions) =>
      joined(
        'any',
        conditions.map((one) => this.condition(one, place)),
      ),
    );
    return groups.length === 0 ? null : joined('all', groups);
  }

  private condition(given: JsonRecord, place: Place): Condition {
    switch (given['type']) {
      case 'profile-property':
        return this.compared(profileField(textOf(given['property']) ?? ''), given['filter'], place);
      case 'metric-property':
        return this.compared(eventField(textOf(given['field'] ?? given['property']) ?? ''), given['filter'], place);
      case 'profile-metric':
        return this.counted(given, place);
      case 'profile-marketing-consent':
        if (!isEmailConsent(objectOf(given['consent']))) return this.unknown(place, 'The condition on consent');
        this.draft.note('info', place, 'Consent is checked before each send. This condition is always true.');
        return always;
      default:
        return this.unknown(place, `The condition "${textOf(given['type']) ?? ''}"`);
    }
  }

  private unknown(place: Place, what: string): Condition {
    this.draft.note('error', place, `${what} is not supported. The condition is never true until you set one.`);
    return never;
  }

  private compared(field: string, filter: unknown, place: Place): Condition {
    const { operator, value } = objectOf(filter);
    const condition = comparison(field, textOf(operator) ?? '', value);
    return condition ?? this.unknown(place, `The operator "${textOf(operator) ?? ''}" on ${field}`);
  }

  private counted(given: JsonRecord, place: Place): Condition {
    const filter = objectOf(given['measurement_filter']);
    const count = numberOf(filter['value']);
    if (given['measurement'] !== 'count' || count === null || !Number.isInteger(count) || count < 0 || count > 999)
      return this.unknown(place, 'A measure of a metric other than its count');
    const within = this.timeframe(objectOf(given['timeframe_filter']), place);
    if (within === null) return this.unknown(place, 'The time frame of the metric');
    const event = this.eventOf(textOf(given['metric_id']) ?? '', place);
    const where = listOf(given['metric_filters'])
      .map(objectOf)
      .map(({ property, filter: one }) => this.compared(eventField(textOf(property) ?? ''), one, place));
    const atLeast = (times: number): Condition =>
      times <= 0
        ? always
        : { event, within, atLeast: times, ...(where.length === 0 ? {} : { where: joined('all', where) }) };
    return times(textOf(filter['operator']) ?? '', count, atLeast) ?? this.unknown(place, 'The comparison of a count');
  }

  private timeframe({ operator, quantity, unit }: JsonRecord, place: Place): string | null {
    switch (operator) {
      case 'alltime':
        this.draft.note('info', place, '"Over all time" counts the last five years.');
        return 'P5Y';
      case 'in-the-last':
        return durationOf(quantity, unit);
      case 'flow-start':
        this.draft.note('warning', place, '"Since starting this flow" counts the last 30 days instead.');
        return 'P30D';
      default:
        return null;
    }
  }
}

/**
 * Finds the metric that must not have occurred since the start of the flow. This is how Klaviyo defines that a metric
 * ends the flow.
 * @param filter a definition's profile_filter
 * @returns the metric, and the filter without that condition; null if there is no such condition
 */
export function goalOf(filter: unknown): { metricId: string; rest: unknown } | null {
  const groups = listOf(objectOf(filter)['condition_groups']);
  const index = groups.findIndex((group) => {
    const conditions = listOf(objectOf(group)['conditions']);
    return conditions.length === 1 && isZeroSinceStart(objectOf(conditions[0]));
  });
  if (index < 0) return null;
  const metric = objectOf(listOf(objectOf(groups[index])['conditions'])[0]);
  return {
    metricId: textOf(metric['metric_id']) ?? '',
    rest: { condition_groups: groups.filter((_, place) => place !== index) },
  };
}

function isZeroSinceStart(given: JsonRecord): boolean {
  const count = objectOf(given['measurement_filter']);
  return (
    given['type'] === 'profile-metric' &&
    given['measurement'] === 'count' &&
    count['operator'] === 'equals' &&
    numberOf(count['value']) === 0 &&
    objectOf(given['timeframe_filter'])['operator'] === 'flow-start' &&
    listOf(given['metric_filters']).length === 0
  );
}

/** Whether a condition selects people who may receive email, as each send does. */
function isEmailConsent({ channel, can_receive_marketing: mayReceive, consent_status: status }: JsonRecord): boolean {
  const { subscription } = objectOf(status);
  const isEmail = channel === undefined || channel === null || channel === 'email';
  return isEmail && mayReceive !== false && ['subscribed', 'any', undefined, null].includes(subscription as string);
}

const groupsOf = (filter: unknown): JsonRecord[][] =>
  listOf(objectOf(filter)['condition_groups'])
    .map((group) => listOf(objectOf(group)['conditions']).filter(isObject))
    .filter((conditions) => conditions.length > 0);

const joined = (how: 'all' | 'any', parts: Condition[]): Condition =>
  parts.length === 1 ? (parts[0] as Condition) : how === 'all' ? { all: parts } : { any: parts };

/** Translates `properties['Plan']`, `location['city']` or `first_name` into a field of a condition. */
export function profileField(property: string): string {
  const own = /^properties\[\s*['"](.+)['"]\s*\]$/.exec(property)?.[1];
  const place = /^location\[\s*['"](.+)['"]\s*\]$/.exec(property)?.[1];
  if (own === undefined && property === 'email') return 'email';
  if (place === 'timezone') return 'timezone';
  return `attributes.${own ?? place ?? property}`;
}

const eventField = (property: string): string => `event.data.${property.replace(/^\$/, '')}`;

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

const plainOperators = {
  equals: 'equals',
  'not-equals': 'not_equals',
  contains: 'contains',
  'starts-with': 'starts_with',
  'greater-than': 'greater_than',
  'less-than': 'less_than',
  'greater-than-or-equal': 'at_least',
  'less-than-or-equal': 'at_most',
} as const;

function comparison(field: string, operator: string, value: unknown): Condition | null {
  if (/\.$/.test(field)) return null;
  if (['is-set', 'exists'].includes(operator)) return { field, operator: 'exists', value: true };
  if (['not-set', 'is-not-set'].includes(operator)) return { field, operator: 'exists', value: false };
  // A null is a missing value, and no `equals` condition matches a missing value.
  if (value === null && operator === 'equals') return { field, operator: 'exists', value: false };
  if (value === null && operator === 'not-equals') return { field, operator: 'exists', value: true };
  if (Array.isArray(value)) return listComparison(field, operator, value);
  if (!isScalar(value)) return null;
  if (operator === 'not-contains' || operator === 'not-starts-with') {
    const inner = comparison(field, operator.slice(4), value);
    return inner === null ? null : { not: inner };
  }
  const own = Object.entries(plainOperators).find(([name]) => name === operator)?.[1];
  return own === undefined ? null : { field, operator: own, value };
}

function listComparison(field: string, operator: string, values: unknown[]): Condition | null {
  if (!values.every(isScalar)) return null;
  const contains = values.map((value): Condition => ({ field, operator: 'contains', value }));
  switch (operator) {
    case 'equals':
    case 'in':
      return { field, operator: 'in', value: values };
    case 'not-equals':
    case 'not-in':
      return { field, operator: 'not_in', value: values };
    case 'contains':
    case 'contains-any':
      return joined('any', contains);
    case 'contains-all':
      return joined('all', contains);
    case 'not-contains':
    case 'not-contains-any':
      return { not: joined('any', contains) };
    default:
      return null;
  }
}

function times(operator: string, count: number, atLeast: (times: number) => Condition): Condition | null {
  switch (operator) {
    case 'equals':
      return joined('all', [...(count === 0 ? [] : [atLeast(count)]), { not: atLeast(count + 1) }]);
    case 'not-equals':
      return count === 0 ? atLeast(1) : { any: [{ not: atLeast(count) }, atLeast(count + 1)] };
    case 'greater-than':
      return atLeast(count + 1);
    case 'greater-than-or-equal':
      return atLeast(count);
    case 'less-than':
      return { not: atLeast(count) };
    case 'less-than-or-equal':
      return { not: atLeast(count + 1) };
    default:
      return null;
  }
}
