import type { LiveEvent } from '../../../domain/live-events/schemas';
import { RowLink } from '../../components/row-link';
import { skipReasonWords } from '../../format/event-outcome';
import { effectsOf, type Effect } from './effects-of';

/** The effects of an event, as short labels in a row. */
export function OutcomeTags({ outcome }: { outcome: LiveEvent['outcome'] }) {
  const effects = effectsOf(outcome);
  const [first, second, ...others] = effects;
  return (
    <span className="outcome-tags">
      {[first, second].map((effect) => effect !== undefined && <Tag key={effect.key} effect={effect} />)}
      {others.length > 0 && <span className="quiet small">+{others.length}</span>}
    </span>
  );
}

const Tag = ({ effect: { tone, label, value } }: { effect: Effect }) => (
  <span className={`status ${tone}`} data-value={value}>
    <span className="outcome-label">{label}</span>
  </span>
);

/** The effects of an event as sentences with links. */
export function OutcomeList({ of: { event, outcome } }: { of: LiveEvent }) {
  const { started, matched, goals, conversions, skipped, rejection, status } = outcome;
  if (status === 'bot') return <p>A bot sent this event. Reports and journeys ignore it.</p>;
  if (rejection !== null) {
    return (
      <p>
        Rejected: {rejection.message} <span className="quiet mono">{rejection.code}</span>
      </p>
    );
  }
  const execution = ({ journeyId, executionId, journeyName }: (typeof started)[number]) => (
    <RowLink to={`/journeys/${journeyId}/executions/${executionId}`}>{journeyName}</RowLink>
  );
  if (effectsOf(outcome).every(({ value }) => value === 'stored')) {
    const isExposure = event.type === 'experiment_exposure';
    return <p>{isExposure ? 'Stored for the experiment.' : 'Stored. No journey or conversion uses this event.'}</p>;
  }
  return (
    <ul className="outcome-list">
      {started.map((one) => (
        <li key={`s${one.executionId}`}>Started {execution(one)}.</li>
      ))}
      {matched.map((one) => (
        <li key={`m${one.executionId}`}>Ended a wait in {execution(one)}.</li>
      ))}
      {goals.map((one) => (
        <li key={`g${one.executionId}`}>Reached the goal of {execution(one)}.</li>
      ))}
      {conversions.map(({ id, name }) => (
        <li key={id}>
          Counts as the conversion <RowLink to={`/conversions/${id}`}>{name}</RowLink>.
        </li>
      ))}
      {skipped.map(({ journeyId, journeyName, reason }) => (
        <li key={journeyId} data-value={reason}>
          Did not start <RowLink to={`/journeys/${journeyId}`}>{journeyName}</RowLink>: {skipReasonWords[reason]}.
        </li>
      ))}
    </ul>
  );
}
