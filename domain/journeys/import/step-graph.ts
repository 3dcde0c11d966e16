import { edgesOf } from '../graph';
import { journeyStep, type JourneyStep } from '../schemas';

/** A step translated from a part of a flow. */
export interface FlowStep {
  /** Its id and next steps are ids of the provider; {@link flowEnd} ends the flow. */
  step: JourneyStep;
  /** Its path in the export. */
  path: string;
}

export interface Flow {
  entry: string;
  steps: ReadonlyMap<string, FlowStep>;
  /** Parts without a step, each with the id of the next part. */
  skipped: ReadonlyMap<string, string>;
}

export type GraphNote = (severity: 'info' | 'error', place: { sourceId: string; path: string }, reason: string) => void;

/** The next step at the end of a flow. */
export const flowEnd = '';

const exitId = 'end';
const maxSteps = 500;

/**
 * Returns the steps of a journey that always passes `graphProblems`: the entry first, ids in Apex's format, an exit
 * after each open end of the flow, no cycles, and no unreachable steps. Each necessary change is noted.
 */
export function stepsOfFlow(flow: Flow, note: GraphNote): JourneyStep[] {
  const known = new Map([...flow.steps].filter(([, { step }]) => isExpressible(step)));
  const skipped = new Map(flow.skipped);
  for (const [id, { step, path }] of flow.steps) {
    if (known.has(id)) continue;
    skipped.set(id, edgesOf(step)[0]?.to ?? flowEnd);
    note('error', { sourceId: id, path }, 'This step cannot be converted to a journey step and was removed.');
  }
  const follow = (id: string): string => afterSkipped(id, skipped, known);
  const reached = walk(follow(flow.entry), { known, follow, note });
  for (const [id, { path }] of known) {
    if (!reached.has(id))
      note('info', { sourceId: id, path }, 'This step was removed because no other step leads to it.');
  }
  const ids = ownIds([...reached.keys()]);
  const named = [...reached].map(([id, step]) =>
    rewire({ ...step, id: ids.get(id) ?? exitId }, (to) => ids.get(to) ?? exitId),
  );
  const ends = named.length === 0 || named.some((step) => edgesOf(step).some(({ to }) => to === exitId));
  return ends ? [...named, { id: exitId, kind: 'exit' }] : named;
}

const isExpressible = (step: JourneyStep): boolean =>
  journeyStep.safeParse({ ...rewire(step, () => exitId), id: exitId }).success;

/** Returns the first existing step from `id` on, or the end. */
function afterSkipped(id: string, skipped: ReadonlyMap<string, string>, known: ReadonlyMap<string, FlowStep>): string {
  const passed = new Set<string>();
  let at = id;
  while (!known.has(at) && !passed.has(at)) {
    passed.add(at);
    at = skipped.get(at) ?? flowEnd;
  }
  return known.has(at) ? at : flowEnd;
}

interface Walk {
  known: ReadonlyMap<string, FlowStep>;
  follow: (id: string) => string;
  note: GraphNote;
}

/** Returns the reachable steps in depth-first order. Edges that would close a cycle lead to the end instead. */
function walk(entry: string, { known, follow, note }: Walk): Map<string, JourneyStep> {
  const reached = new Map<string, JourneyStep>();
  const trail = new Set<string>();
  const promised = new Set([entry]);
  visit(entry);
  return reached;

  function visit(id: string): void {
    const found = known.get(id);
    if (found === undefined || reached.has(id)) return;
    trail.add(id);
    const step = rewire(found.step, (to) => {
      const next = follow(to);
      if (trail.has(next)) {
        note('error', { sourceId: id, path: found.path }, 'The flow has a loop here. The execution ends instead.');
        return flowEnd;
      }
      // The last of the allowed steps is reserved for the exit.
      if (next !== flowEnd && !promised.has(next) && promised.size >= maxSteps - 1) {
        note(
          'error',
          { sourceId: id, path: found.path },
          `A journey has at most ${maxSteps} steps. The rest was removed.`,
        );
        return flowEnd;
      }
      if (next !== flowEnd) promised.add(next);
      return next;
    });
    reached.set(id, step);
    for (const { to } of edgesOf(step)) visit(to);
    trail.delete(id);
  }
}

/** Rewrites the ids of a step's next steps. */
function rewire(step: JourneyStep, follow: (id: string) => string): JourneyStep {
  const rewired = structuredClone(step);
  for (const { field, to } of edgesOf(step)) setAt(rewired, field.split('.'), follow(to));
  return rewired;
}

function setAt(holder: object, [name = '', ...rest]: readonly string[], value: string): void {
  const fields = holder as Record<string, unknown>;
  if (rest.length === 0) fields[name] = value;
  else setAt(fields[name] as object, rest, value);
}

/** Returns valid step ids, based on the provider's ids. */
function ownIds(sourceIds: readonly string[]): Map<string, string> {
  const taken = new Set([exitId]);
  return new Map(
    sourceIds.map((sourceId) => {
      const plain = sourceId.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, 90);
      let id = plain;
      for (let copy = 2; taken.has(id); copy += 1) id = `${plain}-${copy}`;
      taken.add(id);
      return [sourceId, id];
    }),
  );
}
