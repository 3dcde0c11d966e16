import type { CountDefinition } from '../../domain/experiments/count-definition';

/** What the statements that count experiments take. */

/** The workspace, and the days that its rollups cover. */
export interface CountScope {
  workspaceId: string;
  timezone: string;
  /** Days before this date are no longer counted; an ISO date or `-infinity`. */
  closedBefore: string;
}

/** An experiment, and the definition that its counts have to match. */
export interface Counted {
  experimentId: string;
  definition: CountDefinition;
}

/** A visitor of an experiment. */
export interface Pair {
  experimentId: string;
  visitorId: string;
  /** Lower bound of the visitor's exposures that are not stored yet. */
  lowerAt: string;
}
