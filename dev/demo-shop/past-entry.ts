import type { JourneyStep } from '../../domain/journeys/schemas';
import type { Course, Entrant, PersonEvent } from './journey-course';
import type { ShopJourney } from './journeys';
import type { ShopMessage } from './messages';

/** A published journey of the shop. */
export interface PastJourney {
  journeyId: string;
  given: ShopJourney;
  steps: readonly JourneyStep[];
  /** Milliseconds since the epoch. */
  publishedAt: number;
  /** By communication. */
  messages: ReadonlyMap<string, ShopMessage>;
}

/** An entry into a journey: with the course of its execution, or in the holdout group. */
export interface PastEntry {
  entrant: Entrant;
  course: Course | null;
  /** The end of the goal's window, and the goal event within it. */
  goalUntil: number;
  goal: PersonEvent | null;
}
