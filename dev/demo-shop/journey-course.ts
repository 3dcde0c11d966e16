import type { JsonObject } from '../../domain/json/schemas';
import { advance } from '../../domain/journeys/advance';
import type { Outcome } from '../../domain/journeys/plan';
import { decideStep, planOf } from '../../domain/journeys/steps/registry';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { stepEntry, type StepEntry } from '../../domain/journeys/step-entry';
import { callWebhook, sendMessage, type MessageCourse, type Unreachable, type WebhookTry } from './journey-outside';
import type { ShopMessage } from './messages';
import type { Random } from './random';

/** The course of an execution of the past, by the steps of its journey and the events of the person. */

export interface Entrant {
  endUserId: string;
  visitorId: string;
  email: string;
  timezone: string;
  attributes: JsonObject;
  /** The event that started the execution. */
  eventId: string;
  data: JsonObject;
  /** Milliseconds since the epoch, as all times here. */
  at: number;
}

export interface PersonEvent {
  id: string;
  type: string;
  at: number;
}

export interface CourseStep {
  entry: StepEntry;
  status: 'waiting' | 'executed' | 'skipped' | 'failed';
  reason: string | null;
  armId: string | null;
  enteredAt: number;
  leftAt: number | null;
  receivedEventId: string | null;
}

export interface Course {
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  currentStepId: string;
  exitReason: string | null;
  endedAt: number | null;
  goalEventId: string | null;
  steps: CourseStep[];
  messages: (MessageCourse & { stepId: string; communicationId: string })[];
  tries: (WebhookTry & { stepId: string })[];
}

export interface Circumstances {
  random: Random;
  now: number;
  journeyId: string;
  steps: readonly JourneyStep[];
  /** The first goal event within the window; null if there is none. */
  goal: PersonEvent | null;
  /** The events of the person, in the order of time. */
  events: readonly PersonEvent[];
  /** Addresses that bounced, and those of people who unsubscribed. Messages of the course add to them. */
  unreachable: Map<string, Unreachable>;
  /** By communication. */
  messages: ReadonlyMap<string, ShopMessage>;
}

/** Share of messages with which the whole execution fails. */
const failingShare = 0.006;

export function courseOf(entrant: Entrant, circumstances: Circumstances): Course {
  return new CourseWalk(entrant, circumstances).run();
}

interface Performed {
  outcome: Outcome;
  leftAt: number;
  receivedEventId?: string;
}

class CourseWalk {
  private readonly course: Course;
  constructor(
    private readonly entrant: Entrant,
    private readonly given: Circumstances,
  ) {
    const currentStepId = given.steps[0]?.id ?? '';
    this.course = {
      status: 'RUNNING',
      currentStepId,
      exitReason: null,
      endedAt: null,
      goalEventId: null,
      steps: [],
      messages: [],
      tries: [],
    };
  }

  run(): Course {
    const plan = planOf(this.given.steps);
    let at = this.entrant.at;
    for (;;) {
      const step = this.stepOf(this.course.currentStepId);
      const entered = this.enter(step, at);
      if (step.kind === 'exit') {
        Object.assign(entered, { status: 'executed', leftAt: at });
        return this.end('COMPLETED', step.reason ?? 'end', at);
      }
      const performed = this.perform(step, entered, at);
      const { outcome, leftAt } = performed;
      const { goal } = this.given;
      if (goal !== null && goal.at <= Math.min(leftAt, this.given.now)) {
        this.course.goalEventId = goal.id;
        return this.end('COMPLETED', 'goal', Math.max(at, goal.at) + 400);
      }
      if (leftAt > this.given.now) return this.course;
      if (step.kind === 'send') {
        if (this.given.random() < failingShare) return this.end('FAILED', 'failed', leftAt);
        this.recordMessage(step, outcome, leftAt);
      }
      Object.assign(entered, leavingOf(performed));
      const next = advance(plan, step.id, outcome);
      at = leftAt;
      if (next.status === 'ended' && next.stepId === step.id) return this.end('COMPLETED', next.ending, at);
      this.course.currentStepId = next.status === 'ended' ? next.stepId : next.step.id;
    }
  }

  private stepOf(stepId: string): JourneyStep {
    return this.given.steps.find(({ id }) => id === stepId) as JourneyStep;
  }

  private enter(step: JourneyStep, at: number): CourseStep {
    const entry = stepEntry(step, new Date(at), this.entrant.timezone);
    const entered = { status: 'waiting' as const, reason: null, armId: null, leftAt: null, receivedEventId: null };
    const courseStep: CourseStep = { entry, ...entered, enteredAt: at };
    this.course.steps.push(courseStep);
    return courseStep;
  }

  private perform(step: Exclude<JourneyStep, { kind: 'exit' }>, { entry }: CourseStep, at: number): Performed {
    const soon = at + 120 + Math.floor(this.given.random() * 600);
    switch (step.kind) {
      case 'wait':
        return this.performWait(entry, at);
      case 'webhook': {
        const { tries, outcome } = callWebhook(this.given.random, at);
        this.course.tries.push(...tries.map((one) => ({ ...one, stepId: step.id })));
        const last = tries.at(-1);
        return { outcome, leftAt: last === undefined ? soon : last.at + last.durationMs };
      }
      case 'send': {
        const unreachable = this.given.unreachable.get(this.entrant.email);
        if (unreachable !== undefined && unreachable.at <= at) {
          return { outcome: { kind: 'skipped', reason: unreachable.reason }, leftAt: soon };
        }
        const isRejected = this.given.random() < 0.004;
        return { outcome: isRejected ? { kind: 'failed', reason: 'rejected' } : { kind: 'sent' }, leftAt: soon };
      }
      default: {
        const { endUserId, attributes, data } = this.entrant;
        const { outcome } = decideStep(step, {
          journeyId: this.given.journeyId,
          endUserId,
          isErased: false,
          facts: { attributes, event: { data } },
          earlierArm: null,
          weights: null,
          renderText: (source) => source,
        });
        return { outcome, leftAt: soon };
      }
    }
  }

  private performWait({ resumesAt, awaits }: StepEntry, at: number): Performed {
    const until = resumesAt?.getTime() ?? at;
    const event = awaits && this.firstEvent(awaits.eventName, at, until);
    if (event === undefined) return { outcome: { kind: 'elapsed' }, leftAt: until };
    return { outcome: { kind: 'received' }, leftAt: event.at + 300, receivedEventId: event.id };
  }

  private recordMessage(step: JourneyStep & { kind: 'send' }, outcome: Outcome, at: number): void {
    if (outcome.kind === 'skipped') return;
    const { random, now, messages } = this.given;
    const clicks = messages.get(step.communicationId)?.clicks ?? 0;
    const message = sendMessage(random, { at, now, clicks, isRejected: outcome.kind === 'failed' });
    this.course.messages.push({ ...message, stepId: step.id, communicationId: step.communicationId });
    const { makesUnreachable } = message;
    if (makesUnreachable !== null) this.given.unreachable.set(this.entrant.email, makesUnreachable);
  }

  private firstEvent(type: string, after: number, until: number): PersonEvent | undefined {
    const { events } = this.given;
    return events.find((event) => event.type === type && event.at > after && event.at <= until);
  }

  private end(status: 'COMPLETED' | 'FAILED', exitReason: string, endedAt: number): Course {
    return Object.assign(this.course, { status, exitReason, endedAt });
  }
}

function leavingOf({ outcome, leftAt, receivedEventId }: Performed): Partial<CourseStep> {
  return {
    status: outcome.kind === 'skipped' || outcome.kind === 'failed' ? outcome.kind : ('executed' as const),
    reason: 'reason' in outcome ? outcome.reason : null,
    armId: outcome.kind === 'arm' ? outcome.armId : null,
    leftAt,
    receivedEventId: receivedEventId ?? null,
  };
}
