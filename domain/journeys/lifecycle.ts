import { conflict } from '../errors';
import type { JourneyStatus } from './schemas';

/** An action on a journey that its status allows or refuses. */
export type JourneyAction = 'edit' | 'openDraft' | 'publish' | 'start' | 'pause' | 'resume' | 'archive';

interface Transition {
  /** The status after the action, by the status before it. Other statuses refuse the action. */
  to: Partial<Record<JourneyStatus, JourneyStatus>>;
  refusal: (status: JourneyStatus) => string;
}

/** Everything except an archived journey, which is final. */
const unchanged = { draft: 'draft', published: 'published', paused: 'paused' } as const;

const transitions: Readonly<Record<JourneyAction, Transition>> = {
  edit: { to: unchanged, refusal: () => 'An archived journey cannot be changed. Create a new journey.' },
  openDraft: { to: unchanged, refusal: (status) => `No draft can be opened. The journey's status is "${status}".` },
  publish: {
    // A paused journey gets the new version and stays paused.
    to: { draft: 'published', published: 'published', paused: 'paused' },
    refusal: () => 'An archived journey cannot be published.',
  },
  // By an event, a person or another service.
  start: {
    to: { published: 'published' },
    refusal: () => 'Only a published journey can be started. Publish the journey, or resume it if it is paused.',
  },
  pause: {
    to: { published: 'paused' },
    refusal: (status) => `Only a published journey can be paused. The journey's status is "${status}".`,
  },
  resume: {
    to: { paused: 'published' },
    refusal: (status) => `Only a paused journey can be resumed. The journey's status is "${status}".`,
  },
  archive: {
    // Archiving again is safe.
    to: { draft: 'archived', published: 'archived', paused: 'archived', archived: 'archived' },
    refusal: (status) => `This journey cannot be archived. The journey's status is "${status}".`,
  },
};

/** Returns whether a journey with this status allows an action. */
export const isAllowed = (status: JourneyStatus, action: JourneyAction): boolean =>
  transitions[action].to[status] !== undefined;

/** Returns why a status refuses an action. */
export const refusalOf = (status: JourneyStatus, action: JourneyAction): string => transitions[action].refusal(status);

/** Returns the status after an action. @throws AppError CONFLICT if the status refuses the action */
export function statusAfter(status: JourneyStatus, action: JourneyAction): JourneyStatus {
  const next = transitions[action].to[status];
  if (next === undefined) throw conflict(refusalOf(status, action));
  return next;
}
