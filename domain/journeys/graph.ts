import type { ErrorDetail } from '../errors';
import type { JourneyStep } from './schemas';
import { problemsOfSteps, rulesOf } from './steps/registry';
import type { Exit } from './steps/step-rules';

/** Returns the ids of a step's next steps, each with the field that contains it. */
export const edgesOf = (step: JourneyStep): Exit[] => rulesOf(step).exits(step);

/**
 * Finds all problems that prevent publishing a step graph: repeated ids, missing arms, weights that do not sum to 1,
 * unknown references, cycles with their path, and unreachable steps. If the list is empty, every execution ends.
 */
export function graphProblems(steps: readonly JourneyStep[]): ErrorDetail[] {
  return [
    ...repeatedIds(steps),
    ...problemsOfSteps(steps, (rules, step) => rules.exitProblems?.(step)),
    ...danglingReferences(steps),
    ...cycles(steps),
    ...unreachableSteps(steps),
  ];
}

function repeatedIds(steps: readonly JourneyStep[]): ErrorDetail[] {
  const seen = new Set<string>();
  return steps.flatMap((step, index) => {
    if (!seen.has(step.id)) {
      seen.add(step.id);
      return [];
    }
    return [
      {
        path: `steps.${index}.id`,
        message: `The step id "${step.id}" is used more than once. Step ids must be unique.`,
      },
    ];
  });
}

function danglingReferences(steps: readonly JourneyStep[]): ErrorDetail[] {
  const ids = new Set(steps.map((step) => step.id));
  return steps.flatMap((step, index) =>
    edgesOf(step)
      .filter(({ to }) => !ids.has(to))
      .map(({ field, to }) => ({
        path: `steps.${index}.${field}`,
        message: `Step "${step.id}" leads to step "${to}", which does not exist.`,
      })),
  );
}

/** Returns one entry for each edge that closes a cycle, in depth-first order from each step. */
function cycles(steps: readonly JourneyStep[]): ErrorDetail[] {
  const byId = new Map(steps.map((step, index) => [step.id, { step, index }]));
  const done = new Set<string>();
  const problems: ErrorDetail[] = [];
  for (const { id } of steps) {
    if (!done.has(id)) visit(id, []);
  }
  return problems;

  function visit(id: string, path: string[]): void {
    const node = byId.get(id);
    if (node === undefined || done.has(id)) return;
    const trail = [...path, id];
    for (const { field, to } of edgesOf(node.step)) {
      const start = trail.indexOf(to);
      if (start < 0) visit(to, trail);
      else {
        problems.push({
          path: `steps.${node.index}.${field}`,
          message: `The steps form a loop: ${[...trail.slice(start), to].join(' → ')}.`,
        });
      }
    }
    done.add(id);
  }
}

function unreachableSteps(steps: readonly JourneyStep[]): ErrorDetail[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const reached = new Set<string>();
  const waiting = steps.slice(0, 1).map((step) => step.id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = byId.get(id);
    if (step === undefined || reached.has(id)) continue;
    reached.add(id);
    waiting.push(...edgesOf(step).map(({ to }) => to));
  }
  return steps.flatMap((step, index) =>
    reached.has(step.id)
      ? []
      : [{ path: `steps.${index}`, message: `Step "${step.id}" cannot be reached from the first step.` }],
  );
}
