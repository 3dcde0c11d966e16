import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { nowhere, retarget, retargetAll, startId, stepEdges, type Exit } from './edges';
import { freeId } from './free-id';

/** Edits the steps of a draft. Each function returns new steps; the first step is the entry. */
type Steps = readonly JourneyStep[];

/** Replaces one step. */
export const replaceStep = (steps: Steps, id: string, change: (step: JourneyStep) => JourneyStep): JourneyStep[] =>
  steps.map((step) => (step.id === id ? change(step) : step));

/** Connects an exit to a step. Connecting the start makes the step the entry. */
export function connect(steps: Steps, { from, field }: Exit, to: string): JourneyStep[] {
  if (from !== startId) return replaceStep(steps, from, (step) => retarget(step, field, to));
  const entry = steps.find(({ id }) => id === to);
  return entry === undefined ? [...steps] : [entry, ...steps.filter(({ id }) => id !== to)];
}

/** Disconnects an exit. The start always stays connected. */
export const disconnect = (steps: Steps, exit: Exit): JourneyStep[] =>
  exit.from === startId ? [...steps] : connect(steps, exit, nowhere);

/** Inserts a step at an exit. Unconnected exits of the step lead to the previous target. */
export function insertAt(steps: Steps, exit: Exit, step: JourneyStep): JourneyStep[] {
  const target = exit.from === startId ? steps[0]?.id : targetOf(steps, exit);
  const placed = retargetAll(step, (to) => (to === nowhere ? (target ?? nowhere) : to));
  if (exit.from === startId) return [placed, ...steps];
  const at = steps.findIndex(({ id }) => id === exit.from) + 1;
  return connect([...steps.slice(0, at), placed, ...steps.slice(at)], exit, step.id);
}

/** Adds a step at the first exit of another step. A step without exits gets the new step before it. */
export function insertAfter(steps: Steps, id: string | null, step: JourneyStep): JourneyStep[] {
  const before = steps.find((one) => one.id === id);
  if (before === undefined) return insertAt(steps, { from: startId, field: 'entry' }, step);
  const [exit] = stepEdges(before);
  if (exit !== undefined) return insertAt(steps, exit, step);
  return insertBefore(steps, before.id, step);
}

/** Redirects all connections to a step to the new step, which leads to the step. */
function insertBefore(steps: Steps, id: string, step: JourneyStep): JourneyStep[] {
  const placed = retargetAll(step, (to) => (to === nowhere ? id : to));
  const redirected = steps.map((one) => retargetAll(one, (to) => (to === id ? step.id : to)));
  const at = steps.findIndex((one) => one.id === id);
  return [...redirected.slice(0, at), placed, ...redirected.slice(at)];
}

/** Adds a step without connections to it. */
export const addUnconnected = (steps: Steps, step: JourneyStep): JourneyStep[] => [...steps, step];

const targetOf = (steps: Steps, { from, field }: Exit): string | undefined => {
  const step = steps.find(({ id }) => id === from);
  return step === undefined ? undefined : stepEdges(step).find((edge) => edge.field === field)?.to;
};

/** Removes steps. Connections to them lead to the target of their first exit. Keeps at least one step. */
export function removeSteps(steps: Steps, ids: ReadonlySet<string>): JourneyStep[] {
  const kept = steps.filter(({ id }) => !ids.has(id));
  if (kept.length === 0) return [...steps];
  const byId = new Map(steps.map((step) => [step.id, step]));
  const successor = (id: string): string => {
    const seen = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && ids.has(at) && !seen.has(at)) {
      seen.add(at);
      const step = byId.get(at);
      at = step === undefined ? undefined : stepEdges(step)[0]?.to;
    }
    return at === undefined || ids.has(at) ? nowhere : at;
  };
  const rewired = kept.map((step) => retargetAll(step, (to) => (ids.has(to) ? successor(to) : to)));
  const [first] = steps;
  if (first === undefined || !ids.has(first.id)) return rewired;
  const entry = successor(first.id);
  return rewired.some(({ id }) => id === entry) ? connect(rewired, { from: startId, field: 'entry' }, entry) : rewired;
}

/** Renames a step and updates the connections to it. Does nothing if the name is taken. */
export function renameStep(steps: Steps, id: string, next: string): JourneyStep[] {
  if (id === next || steps.some((step) => step.id === next)) return [...steps];
  const renamed = steps.map((step) => retargetAll(step, (to) => (to === id ? next : to)));
  return replaceStep(renamed, id, (step) => ({ ...step, id: next }));
}

/**
 * Copies steps with new ids. Connections to steps that are not copied are removed.
 * @returns the copies in the same order
 */
function copySteps(taken: Steps, copied: Steps): JourneyStep[] {
  const names = new Map<string, string>();
  const used = new Set(taken.map(({ id }) => id));
  for (const { id } of copied) {
    const name = freeId(used, id);
    used.add(name);
    names.set(id, name);
  }
  return copied.map((step) => ({
    ...retargetAll(step, (to) => names.get(to) ?? nowhere),
    id: names.get(step.id) ?? step.id,
  }));
}

/** Inserts copies after a step. The step leads to the first copy; unconnected exits lead to the previous target. */
export function pasteAfter(steps: Steps, id: string | null, copied: Steps): { steps: JourneyStep[]; ids: string[] } {
  const [first, ...others] = copySteps(steps, copied);
  if (first === undefined) return { steps: [...steps], ids: [] };
  const placed = insertAfter(steps, id, first);
  const target = stepEdges(placed.find((step) => step.id === first.id) ?? first).find(
    ({ to }) => to !== nowhere && steps.some((step) => step.id === to),
  )?.to;
  const at = placed.findIndex((step) => step.id === first.id) + 1;
  const after = target ?? successorOf(steps, id);
  const joined = others.map((step) => retargetAll(step, (to) => (to === nowhere ? after : to)));
  return {
    steps: [...placed.slice(0, at), ...joined, ...placed.slice(at)],
    ids: [first, ...others].map((one) => one.id),
  };
}

function successorOf(steps: Steps, id: string | null): string {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) return steps[0]?.id ?? nowhere;
  return stepEdges(step)[0]?.to ?? step.id;
}

/** Copies a step and inserts the copy after it. */
export function duplicateStep(steps: Steps, id: string): { steps: JourneyStep[]; ids: string[] } {
  const step = steps.find((one) => one.id === id);
  return step === undefined ? { steps: [...steps], ids: [] } : pasteAfter(steps, id, [step]);
}
