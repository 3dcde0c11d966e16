import type { JsonObject } from '../../json/schemas';
import type { ActivityKind } from './kinds';

/** What a row of a person's activity links to. */
export interface ActivityRef {
  kind: 'event' | 'message' | 'execution' | 'experiment' | 'visitor';
  id: string;
  /** Of an execution. */
  journeyId?: string;
}

export interface Description {
  title: string;
  detail: string | null;
  ref: ActivityRef | null;
}

/** Describes in a few words what happened to a person. @param facts as stored, by the kind */
export const describeHappening = (kind: ActivityKind, id: string, facts: JsonObject): Description =>
  describers[kind](facts, id);

type Describer = (facts: JsonObject, id: string) => Description;

const describers: Readonly<Record<ActivityKind, Describer>> = {
  event: ({ type, url }, id) => ({
    title: textOf(type),
    detail: optional(url),
    ref: { kind: 'event', id: id.replace('event:', '') },
  }),
  message: describeMessage,
  execution: describeExecution,
  experiment: ({ experiment, experimentId, variant, variantId }) => ({
    title: `Saw variant ${textOf(variant ?? variantId)}`,
    detail: optional(experiment),
    ref: { kind: 'experiment', id: textOf(experimentId) },
  }),
  consent({ changes }) {
    const { marketing, source } = changesIn(changes);
    const isChanged = marketing?.from !== marketing?.to;
    const given = marketing?.to === true ? 'Marketing consent given' : 'Marketing consent withdrawn';
    return {
      title: isChanged ? given : 'Source of consent changed',
      detail: `Source: ${textOf(source?.to ?? 'unknown')}`,
      ref: null,
    };
  },
  attribute({ changes }) {
    const changed = Object.entries(changesIn(changes));
    const names = changed.map(([name]) => name.replace(/^attributes\./, ''));
    return {
      title: names.length === 1 ? `${names[0]} changed` : `${names.length} attributes changed`,
      detail: changed.map(([, { from, to }], place) => `${names[place]}: ${shown(from)} → ${shown(to)}`).join(', '),
      ref: null,
    };
  },
  identity: ({ state, visitorId, strength, source }) => ({
    title: identityTitles[textOf(state)] ?? 'Identity changed',
    detail: joined(visitorId, strength, source),
    ref: typeof visitorId === 'string' ? { kind: 'visitor', id: visitorId } : null,
  }),
};

const messageTitles: Readonly<Record<string, string>> = {
  queued: 'Message queued',
  sending: 'Message being sent',
  sent: 'Message sent',
  failed: 'Message failed',
  unknown: 'Message with unknown outcome',
  skipped: 'Message skipped',
  delivery: 'Message delivered',
  open: 'Message opened',
  click: 'Link clicked',
  bounce: 'Message bounced',
  complaint: 'Message marked as spam',
  delay: 'Delivery delayed',
  reject: 'Message rejected',
  unsubscribe: 'Unsubscribed by link',
  resubscribe: 'Resubscribed by link',
};

function describeMessage(facts: JsonObject): Description {
  const { state, automated, type, communication, stepId, url, failure, detail, messageId } = facts;
  const title = messageTitles[textOf(state)] ?? textOf(state);
  return {
    title: automated === true ? `${title} by a program` : title,
    detail: joined(type === 'transactional' ? 'Transactional' : (communication ?? stepId), url, failure, detail),
    ref: typeof messageId === 'string' ? { kind: 'message', id: messageId } : executionOf(facts),
  };
}

const executionTitles: Readonly<Record<string, string>> = {
  started: 'Journey started',
  COMPLETED: 'Journey completed',
  FAILED: 'Journey failed',
  CANCELED: 'Journey canceled',
  TERMINATED: 'Journey terminated',
};

const stepTitles: Readonly<Record<string, string>> = {
  waiting: 'Arrived at',
  executed: 'Passed',
  skipped: 'Skipped',
  failed: 'Failed at',
};

function describeExecution(facts: JsonObject): Description {
  const { state, journey, journeyId, stepId, reason, armId } = facts;
  const ofStep = stepTitles[textOf(state)];
  return {
    title: executionTitles[textOf(state)] ?? `${ofStep ?? 'At'} step ${textOf(stepId)}`,
    detail: joined(journey ?? journeyId, reason, armId),
    ref: executionOf(facts),
  };
}

const identityTitles: Readonly<Record<string, string>> = {
  created: 'Person created',
  linked: 'Visitor linked',
  unlinked: 'Visitor unlinked',
};

const executionOf = ({ executionId, journeyId }: JsonObject): ActivityRef | null =>
  typeof executionId === 'string' ? { kind: 'execution', id: executionId, journeyId: textOf(journeyId) } : null;

const changesIn = (changes: unknown): Record<string, { from?: unknown; to?: unknown }> =>
  Object(changes) as Record<string, { from?: unknown; to?: unknown }>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : shown(value));
const optional = (value: unknown): string | null => (value === null || value === undefined ? null : textOf(value));

/** Joins the values that are there. */
const joined = (...values: unknown[]): string | null => values.map(optional).filter(Boolean).join(' · ') || null;

/** A value in a line: a text as it is, nothing as a dash. */
const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};
