/** Result of one check of an installation. */
export type Outcome =
  | { state: 'ok' | 'skipped'; detail: string }
  /** `problem`: something does not work, or data may be lost. `warning`: this may happen soon. */
  | { state: 'warning' | 'problem'; detail: string; remedy: string };

export type Finding = Outcome & { area: string; check: string };

/** A check of one thing. An error that it throws is a problem, too. */
export interface Check {
  name: string;
  run(): Promise<Outcome>;
}

/** Checks of one part. If `entry` finds a problem, the other checks are skipped. */
export interface Area {
  name: string;
  entry?: Check;
  checks: readonly Check[];
  /** Releases the resources of the checks. */
  close?(): Promise<void>;
}

export const ok = (detail: string): Outcome => ({ state: 'ok', detail });
export const skipped = (detail: string): Outcome => ({ state: 'skipped', detail });
export const warning = (detail: string, remedy: string): Outcome => ({ state: 'warning', detail, remedy });
export const problem = (detail: string, remedy: string): Outcome => ({ state: 'problem', detail, remedy });
