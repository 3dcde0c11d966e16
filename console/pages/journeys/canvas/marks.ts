import type { StepStatus } from '../executions/execution-filter';

/** The data that the canvas shows next to the steps. */
export interface Figures {
  executed: number;
  waiting: number;
  skipped: number;
  failed: number;
  /** The details of the figures, such as `skipped` by reason, as text. */
  note: string;
  /** Returns the address of the list of these executions. */
  listOf: (status: StepStatus) => string;
}

export interface Marks {
  problems?: ReadonlyMap<string | null, readonly { message: string }[]>;
  figures?: ReadonlyMap<string, Figures>;
  /** By step id, for a comparison of two versions. */
  differences?: ReadonlyMap<string, 'added' | 'removed' | 'changed'>;
  /** For a simulation: the outcome at each step. */
  path?: ReadonlyMap<string, string>;
  /** `from field` of the edges that a simulation took. */
  taken?: ReadonlySet<string>;
  /** By `from field`: the note next to the name of an arm. */
  armNotes?: ReadonlyMap<string, string>;
}

export const edgeKey = (from: string, field: string): string => `${from} ${field}`;
