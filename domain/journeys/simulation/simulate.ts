import { evaluate } from '../../conditions/evaluate';
import { advance, begin, elseArm, planOf, type Outcome, type Position } from '../advance';
import { armOfSubject } from '../choose-arm';
import { warningsOf } from '../../email/message';
import { endOfQuietHours } from '../quiet-hours';
import type { JourneyStep } from '../schemas';
import { endOfWait } from '../wait';
import { begins, decide, isCapped } from './eligibility';
import type { Decision, TracedArm, TracedStep } from './schemas';
import type { SimulatedRun } from './simulated-run';

type StepOf<Kind extends JourneyStep['kind']> = Extract<JourneyStep, { kind: Kind }>;
type Traced = Omit<TracedStep, 'stepId' | 'kind' | 'at' | 'outcome' | 'reason'>;

/** The outcome of a step, its entry in the trace, and its end. */
interface Simulated {
  outcome: Outcome;
  traced?: Traced;
  until?: Date;
}

/**
 * Simulates an execution with the reducer that executions use. It is pure: all data is loaded beforehand.
 * @throws RangeError for a graph with problems; see graphProblems
 */
export function simulate(run: SimulatedRun): {
  eligible: boolean;
  decisions: Decision[];
  trace: TracedStep[];
  sent: 0;
} {
  const decisions = decide(run);
  const eligible = decisions.every(({ outcome }) => outcome !== 'block');
  return { eligible, decisions, trace: begins(decisions) ? traceOf(run) : [], sent: 0 };
}

function traceOf(run: SimulatedRun): TracedStep[] {
  const plan = planOf(run.definition.steps);
  const steps = new Map(run.definition.steps.map((step) => [step.id, step]));
  const trace: TracedStep[] = [];
  const sentAt = [...run.sentAt];
  let now = run.at;
  let position: Position = begin(plan);
  while (position.status === 'running') {
    const step = steps.get(position.step.id);
    if (step === undefined || trace.length >= steps.size) throw new RangeError('The steps do not lead to an end.');
    const { outcome, traced, until = now } = simulateStep(run, step, { now, sentAt });
    const reason = 'reason' in outcome ? { reason: outcome.reason } : {};
    const happened = outcome.kind === 'heard' ? 'elapsed' : outcome.kind;
    trace.push({ stepId: step.id, kind: step.kind, at: now.toISOString(), outcome: happened, ...reason, ...traced });
    now = until;
    if (outcome.kind === 'sent') sentAt.push(now);
    position = advance(plan, step.id, outcome);
  }
  if (position.ending === 'exit') trace.push(exitOf(steps.get(position.stepId), position.stepId, now));
  return trace;
}

function exitOf(step: JourneyStep | undefined, stepId: string, now: Date): TracedStep {
  const reason = (step?.kind === 'exit' ? step.reason : undefined) ?? 'end';
  return { stepId, kind: 'exit', at: now.toISOString(), outcome: 'exit', reason };
}

interface Clock {
  now: Date;
  sentAt: readonly Date[];
}

function simulateStep(run: SimulatedRun, step: JourneyStep, clock: Clock): Simulated {
  switch (step.kind) {
    case 'send':
      return send(run, step, clock);
    case 'wait':
      return wait(run, step, clock.now);
    case 'branch':
      return branch(run, step);
    case 'experiment':
      return experiment(run, step);
    case 'webhook':
      return { outcome: { kind: 'delivered' } };
    case 'exit':
      throw new RangeError('A run has ended at an exit.');
  }
}

/** Runs the checks in the same order as a real send. */
function send(run: SimulatedRun, step: StepOf<'send'>, { now, sentAt }: Clock): Simulated {
  const { subject, overrides } = run;
  const skip = (reason: string): Simulated => ({ outcome: { kind: 'skipped', reason } });
  if (subject.email === null) return skip('no_email');
  if (!subject.consent && !overrides.has('opt_out')) return skip('opt_out');
  if (run.isSuppressed && !overrides.has('suppression')) return skip('suppression');
  const quietUntil = endOfQuietHours(run.quietHours, now, subject.timezone ?? 'UTC');
  const until = quietUntil ?? now;
  const deferral = quietUntil === null ? {} : { resumesAt: quietUntil.toISOString() };
  const rendered = run.render(step.communicationId);
  if (rendered === null) return { outcome: { kind: 'failed', reason: 'template_error' }, traced: deferral, until };
  if (isCapped(run, until, sentAt) && !overrides.has('frequency_cap')) {
    return { ...skip('frequency_cap'), traced: deferral, until };
  }
  const { subject: line, html, text } = rendered;
  const message = { subject: line, html, text, warnings: warningsOf(rendered) };
  return { outcome: { kind: 'sent' }, traced: { rendered: message, ...deferral }, until };
}

/** Shows both paths of a wait for an event, and takes the timeout. */
function wait(run: SimulatedRun, step: StepOf<'wait'>, now: Date): Simulated {
  const end = endOfWait(step, now, run.subject.timezone ?? 'UTC');
  const until = end < now ? now : end;
  const resumesAt = until.toISOString();
  if (step.untilEvent === undefined) return { outcome: { kind: 'elapsed' }, traced: { resumesAt }, until };
  const arms: TracedArm[] = [
    { armId: 'event', next: step.next, taken: false },
    { armId: 'timeout', next: step.untilEvent.timeoutNext, taken: true },
  ];
  return { outcome: { kind: 'elapsed' }, traced: { resumesAt, arms, armId: 'timeout' }, until };
}

function branch(run: SimulatedRun, step: StepOf<'branch'>): Simulated {
  const matched = new Set(step.arms.filter(({ when }) => evaluate(when, run.facts)).map(({ id }) => id));
  const armId = step.arms.find(({ id }) => matched.has(id))?.id ?? elseArm;
  const arms: TracedArm[] = [
    ...step.arms.map(({ id, next }) => ({ armId: id, next, taken: id === armId, matched: matched.has(id) })),
    { armId: elseArm, next: step.else, taken: armId === elseArm },
  ];
  return { outcome: { kind: 'arm', armId }, traced: { arms, armId } };
}

function experiment(run: SimulatedRun, step: StepOf<'experiment'>): Simulated {
  const weights = run.weights.get(step.id);
  const weighted = step.arms.map(({ id, weight, next }) => ({ id, next, weight: weights?.[id] ?? weight }));
  const before = run.earlierArms.get(step.id);
  const isKept = before !== undefined && weighted.some(({ id }) => id === before);
  const subject = { journeyId: run.journeyId, stepId: step.id, endUserId: run.subject.id };
  const armId = isKept ? before : armOfSubject(subject, weighted);
  const arms = weighted.map(({ id, next, weight }) => ({ armId: id, next, weight, taken: id === armId }));
  return { outcome: { kind: 'arm', armId }, traced: { arms, armId } };
}
