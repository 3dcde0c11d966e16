/** What the canvas shows beside the steps themselves. */
export interface Figures {
  executed: number;
  waiting: number;
  skipped: number;
  failed: number;
  /** `skipped` by reason, and whatever else belongs to the figures, as text. */
  note: string;
}

export interface Marks {
  problems?: ReadonlyMap<string | null, readonly { message: string }[]>;
  figures?: ReadonlyMap<string, Figures>;
  /** By step id, of a comparison of two versions. */
  differences?: ReadonlyMap<string, 'added' | 'removed' | 'changed'>;
  /** Of a simulation: what happened at each step, in words. */
  path?: ReadonlyMap<string, string>;
  /** `from field` of the edges that a simulation takes. */
  taken?: ReadonlySet<string>;
  /** By `from field`: what stands beside the name of an arm. */
  armNotes?: ReadonlyMap<string, string>;
}

export const edgeKey = (from: string, field: string): string => `${from} ${field}`;
