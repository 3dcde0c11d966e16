import { mergeAttributes } from '../../end-users/attributes-size';
import { advance, begin, type Position } from '../advance';
import type { JourneyStep } from '../schemas';
import { planOf, simulateStep } from '../steps/registry';
import { begins, decide } from './eligibility';
import type { Decision, TracedStep } from './schemas';
import type { SimulatedRun } from './simulated-run';

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
  let { facts, maskedAttributes } = run;
  let position: Position = begin(plan);
  while (position.status === 'running') {
    const step = steps.get(position.step.id);
    if (step === undefined || step.kind === 'exit' || trace.length >= steps.size) {
      throw new RangeError('The steps do not lead to an end.');
    }
    const current = { ...run, facts, maskedAttributes };
    const { outcome, attributes, traced, until = now } = simulateStep(step, current, { now, sentAt });
    const reason = 'reason' in outcome ? { reason: outcome.reason } : {};
    const happened = outcome.kind === 'received' ? 'elapsed' : outcome.kind;
    const arm = 'armId' in outcome ? { armId: outcome.armId } : {};
    const part = { ...reason, ...arm, ...traced };
    trace.push({ stepId: step.id, kind: step.kind, at: now.toISOString(), outcome: happened, ...part });
    now = until;
    if (attributes !== undefined) {
      facts = { ...facts, attributes: mergeAttributes(facts.attributes, attributes) };
      maskedAttributes = mergeAttributes(maskedAttributes, traced?.attributes);
    }
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
