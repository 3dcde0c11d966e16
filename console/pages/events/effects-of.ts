import type { LiveEvent } from '../../../domain/live-events/schemas';

/** What an event did, as a short label. */
export interface Effect {
  key: string;
  /** The name in the API. */
  value: string;
  label: string;
  tone: 'good' | 'info' | 'warn' | 'bad' | 'plain';
}

/** Lists the effects of an event, the most important first; at least one. */
export function effectsOf(outcome: LiveEvent['outcome']): Effect[] {
  const { status, started, matched, goals, conversions, skipped } = outcome;
  if (status === 'rejected') return [{ key: 'rejected', value: 'rejected', label: 'Rejected', tone: 'bad' }];
  if (status === 'bot') return [{ key: 'bot', value: 'bot', label: 'Bot', tone: 'warn' }];
  const effects = [
    ...started.map((one) => effect('started', one.executionId, `Started ${one.journeyName}`, 'good')),
    ...goals.map((one) => effect('goal', one.executionId, `Goal of ${one.journeyName}`, 'good')),
    ...conversions.map(({ id, name }) => effect('conversion', id, `Counted as ${name}`, 'good')),
    ...matched.map((one) => effect('matched', one.executionId, `Ended wait in ${one.journeyName}`, 'info')),
    ...skipped.map((one) => effect('skipped', one.journeyId, `Skipped ${one.journeyName}`, 'warn')),
  ];
  return effects.length > 0 ? effects : [effect('stored', '', 'Stored', 'plain')];
}

const effect = (value: string, id: string, label: string, tone: Effect['tone']): Effect => ({
  key: `${value} ${id}`,
  value,
  label,
  tone,
});
