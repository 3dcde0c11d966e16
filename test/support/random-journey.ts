import { edgesOf } from '../../domain/journeys/graph';
import { stepKind, type JourneyStep } from '../../domain/journeys/schemas';
import { withNextSteps, type ExampleStep, type StepExample } from './step-examples';

/** Random journeys and subjects, for tests that compare two ways of running them. */

export type Random = () => number;

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));
const chance = (random: Random, share: number): boolean => random() < share;

const zones = ['Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Berlin', 'UTC'];
const durations = ['PT0.5S', 'PT45M', 'PT24H', 'P1D', 'P2DT3H', 'P1W', 'P30D', 'P1M'];
const times = ['00:00', '01:45', '02:15', '02:30', '09:00', '23:59'];
const plans = ['free', 'pro', 'growth'];

export interface RandomSubject {
  endUser: {
    email: string | null;
    timezone: string | null;
    attributes: Record<string, unknown>;
    consent: { marketing: boolean };
  };
  isSuppressed: boolean;
  /** How often they did `visited` before. */
  visits: number;
  /** Data of the trigger event. */
  eventData: Record<string, unknown>;
}

export function randomSubject(random: Random, email: string): RandomSubject {
  return {
    endUser: {
      email: chance(random, 0.9) ? email : null,
      timezone: chance(random, 0.9) ? pick(random, zones) : null,
      attributes: {
        ...(chance(random, 0.8) ? { plan: pick(random, plans) } : {}),
        ...(chance(random, 0.8) ? { score: upTo(random, 100) } : {}),
        // The number of repeats in the template "Lines", sometimes more than any template may have.
        lines: chance(random, 0.8) ? upTo(random, 5) : 100_000_000,
      },
      consent: { marketing: chance(random, 0.85) },
    },
    isSuppressed: chance(random, 0.1),
    visits: upTo(random, 3),
    eventData: {
      ...(chance(random, 0.8) ? { amount: upTo(random, 100) } : {}),
      ...(chance(random, 0.8) ? { plan: pick(random, plans) } : {}),
    },
  };
}

export function randomSettings(random: Random) {
  const quiet = [null, null, { start: '22:00', end: '08:00' }, { start: '00:30', end: '02:30' }];
  const caps = [null, { max: 1, days: 1 }, { max: 1, days: 7 }, { max: 2, days: 30 }];
  return { quietHours: pick(random, quiet), frequencyCap: pick(random, caps) };
}

export interface JourneyContext {
  communicationIds: readonly string[];
  webhookUrl: string;
  /** Examples of the kinds of steps that this file does not vary. */
  examples: readonly StepExample[];
  /** The instants in `until` are around this time, in milliseconds. */
  nowMs: number;
}

export type RandomStep = ExampleStep;

/** Returns steps that only lead forward, without unreachable ones, so that they can be published. */
export function randomSteps(random: Random, context: JourneyContext): RandomStep[] {
  const count = 4 + upTo(random, 8);
  const steps = Array.from({ length: count }, (_, index): RandomStep => {
    const later = (): string => `s${index + 1 + upTo(random, Math.min(2, count - index - 1))}`;
    return { ...randomStep(random, later, context), id: `s${index}` };
  });
  steps.push({ id: `s${count}`, kind: 'exit', ...(chance(random, 0.5) ? { reason: 'last' } : {}) });
  return reachable(steps);
}

function reachable(steps: readonly RandomStep[]): RandomStep[] {
  const reached = new Set(['s0']);
  for (const step of steps) {
    if (!reached.has(step.id)) continue;
    for (const { to } of edgesOf(step as JourneyStep)) reached.add(to);
  }
  return steps.filter(({ id }) => reached.has(id));
}

type NewStep = { kind: string } & Record<string, unknown>;

/** All kinds; some of them more often. */
const kinds = [...stepKind.options, 'send', 'wait', 'wait'] as const;

function randomStep(random: Random, later: () => string, context: JourneyContext): NewStep {
  const kind = pick(random, kinds);
  switch (kind) {
    case 'send':
      return {
        kind: 'send',
        communicationId: pick(random, context.communicationIds),
        next: later(),
        onSkip: chance(random, 0.2) ? 'exit' : 'continue',
      };
    case 'wait':
      return randomWait(random, later, context.nowMs);
    case 'branch':
      return {
        kind: 'branch',
        arms: ['a', 'b'].map((id) => ({ id, when: randomCondition(random), next: later() })),
        else: later(),
      };
    case 'experiment': {
      const share = pick(random, [0, 0.25, 0.5, 1]);
      return {
        kind: 'experiment',
        arms: [
          { id: 'control', weight: share, next: later() },
          { id: 'bold', weight: 1 - share, next: later() },
        ],
      };
    }
    case 'webhook':
      return {
        kind: 'webhook',
        url: context.webhookUrl,
        body: '{{ email | json }}',
        next: later(),
        ...(chance(random, 0.5) ? { onFailure: later() } : {}),
      };
    case 'exit':
      return { kind: 'exit', reason: 'early' };
    default: {
      const examples = context.examples.filter(({ steps: [step] }) => step.kind === kind);
      return withNextSteps(pick(random, examples).steps[0], later);
    }
  }
}

function randomWait(random: Random, later: () => string, nowMs: number): NewStep {
  const step = { kind: 'wait', next: later() };
  switch (upTo(random, 3)) {
    case 0:
      return { ...step, duration: pick(random, durations) };
    case 1:
      return { ...step, until: new Date(nowMs + (random() * 30 - 5) * 86_400_000).toISOString() };
    case 2:
      return {
        ...step,
        untilTime: {
          time: pick(random, times),
          ...(chance(random, 0.4) ? { weekdays: [1 + upTo(random, 6)] } : {}),
          timezone: chance(random, 0.7) ? 'subject' : pick(random, zones),
        },
      };
    default:
      return { ...step, untilEvent: { eventName: 'never', timeout: pick(random, durations), timeoutNext: later() } };
  }
}

/** Counts over years, so that the time of the check during an execution does not matter. */
function randomCondition(random: Random): object {
  switch (upTo(random, 7)) {
    case 0:
      return { field: 'attributes.plan', operator: pick(random, ['equals', 'not_equals']), value: pick(random, plans) };
    case 1:
      return { field: 'attributes.score', operator: pick(random, ['at_least', 'less_than']), value: 50 };
    case 2:
      return { field: 'event.data.amount', operator: 'greater_than', value: upTo(random, 100) };
    case 3:
      return { field: 'email', operator: 'exists', value: chance(random, 0.5) };
    case 4:
      return { field: 'timezone', operator: 'starts_with', value: pick(random, ['A', 'Europe/']) };
    case 5:
      return { event: 'visited', within: 'P5Y', atLeast: 1 + upTo(random, 2) };
    case 6:
      return { not: randomCondition(random) };
    default:
      return { [pick(random, ['all', 'any'])]: [randomCondition(random), randomCondition(random)] };
  }
}
