import type { JourneyStep } from '../../../domain/journeys/schemas';

/** Shorthand for steps in test graphs. */
export const send = (id: string, next: string, onSkip: 'continue' | 'exit' = 'continue'): JourneyStep => ({
  id,
  kind: 'send',
  communicationId: `com_${id}`,
  next,
  onSkip,
});

export const wait = (id: string, next: string, duration = 'P1D'): JourneyStep => ({ id, kind: 'wait', duration, next });

export const exit = (id: string): JourneyStep => ({ id, kind: 'exit' });
