/** What a check of an installation has found. */
export type Outcome =
  | { state: 'ok' | 'skipped'; detail: string }
  /** `problem`: something does not work, or data may be lost. `warning`: it soon may not. */
  | { state: 'warning' | 'problem'; detail: string; remedy: string };

export type Finding = Outcome & { area: string; check: string };

/** One thing to look at. An error that it throws is a problem, too. */
export interface Check {
  name: string;
  run(): Promise<Outcome>;
}

/** Checks of one part. When `entry` finds a problem, nothing else of the part can be looked at. */
export interface Area {
  name: string;
  entry?: Check;
  checks: readonly Check[];
  /** Frees what the checks have used. */
  close?(): Promise<void>;
}

export const ok = (detail: string): Outcome => ({ state: 'ok', detail });
export const skipped = (detail: string): Outcome => ({ state: 'skipped', detail });
export const warning = (detail: string, remedy: string): Outcome => ({ state: 'warning', detail, remedy });
export const problem = (detail: string, remedy: string): Outcome => ({ state: 'problem', detail, remedy });
