import type { SkipReason } from '../../domain/journeys/skip-reasons';

/** Why a journey did not start, as the end of a sentence. */
export const skipReasonWords: Record<SkipReason, string> = {
  audience: 'the person is not in the journey’s audience',
  reentry: 'the re-entry rule does not let the person enter again',
  holdout: 'the person is in the holdout group, which gets no messages',
  paused: 'the journey is paused',
  unverified: 'the event names no known person',
  duplicate: 'the event was sent before',
};

interface EventOutcome {
  started?: readonly { journeyId: string }[] | undefined;
  skipped?: readonly { journeyId: string; reason: SkipReason }[] | undefined;
  warnings?: readonly { message: string }[] | undefined;
}

/**
 * Describes the journeys that a manually sent event started or did not start, with reasons, and ignored amounts.
 * @param nameOf returns the name of a journey
 */
export function describeEventOutcome(
  type: string,
  { started = [], skipped = [], warnings = [] }: EventOutcome,
  nameOf: (journeyId: string) => string,
): string {
  const names = started.map(({ journeyId }) => nameOf(journeyId)).join(', ');
  return [
    `Event ${type} sent.`,
    ...(started.length > 0 ? [`Started: ${names}.`] : []),
    ...skipped.map(({ journeyId, reason }) => `${nameOf(journeyId)} not started: ${skipReasonWords[reason]}.`),
    ...(started.length + skipped.length === 0 ? ['No journey has this trigger.'] : []),
    ...warnings.map(({ message }) => message),
  ].join(' ');
}
