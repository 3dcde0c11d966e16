import { executionTypes, workflowTypes } from '../../workflows/contract/names';

/** Which workflows of a namespace a check replays: some of each kind, because one failing kind blocks a release. */

const dayMs = 86_400_000;
/** Ages of running executions, in days. The oldest ones started with the oldest code. */
const ages = [0, 1, 7, 30, 90];

/**
 * Returns a query for each kind of workflow: type and status, and for running executions their age. Closed ones have
 * the steps that running ones will reach. Closed workflows of a type that this release lacks need no replay.
 */
export function sampleQueries(now: number): string[] {
  const started = (days: number): string => `"${new Date(now - days * dayMs).toISOString()}"`;
  const aged = ages.map((days, index) => {
    const before = days === 0 ? '' : ` and StartTime < ${started(days)}`;
    const older = ages[index + 1];
    return older === undefined ? before : `${before} and StartTime >= ${started(older)}`;
  });
  const types = Object.values(workflowTypes);
  return [
    ...types.flatMap((type) => {
      const running = `WorkflowType = "${type}" and ExecutionStatus = "Running"`;
      return executionTypes.includes(type) ? aged.map((age) => running + age) : [running];
    }),
    `ExecutionStatus = "Running" and WorkflowType not in (${types.map((type) => `"${type}"`).join(', ')})`,
    ...types.map((type) => `WorkflowType = "${type}" and ExecutionStatus = "Completed"`),
  ];
}

export interface Candidate {
  workflowId: string;
  runId: string;
  /** What makes it different from others of its group, such as its step. */
  kind: string;
}

/** Takes candidates from each group in rotation, and in a group from each kind in rotation. */
export function pickSample<One extends Candidate>(groups: readonly (readonly One[])[], size: number): One[] {
  return interleave(groups.map((group) => interleave(kindsOf(group)))).slice(0, size);
}

function kindsOf<One extends Candidate>(group: readonly One[]): One[][] {
  const kinds = new Map<string, One[]>();
  for (const one of group) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  return [...kinds.values()];
}

function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
