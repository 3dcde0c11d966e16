import type { Schemas } from '../../api/client';
import type { JourneyChange } from '../../../domain/journeys/diff';
import { formatWords } from '../../format/words';

type Change = JourneyChange | Schemas['JourneyChange'];

/** Lists the changes of a version. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="quiet">No changes.</p>;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={JSON.stringify(change)}>
          <ChangeLine change={change} />
        </li>
      ))}
    </ul>
  );
}

function ChangeLine({ change }: { change: Change }) {
  switch (change.change) {
    case 'step_added':
      return (
        <>
          <span className="difference added">Added</span> {change.kind} <strong>{change.stepId}</strong>
        </>
      );
    case 'step_removed':
      return (
        <>
          <span className="difference removed">Removed</span> {change.kind} <strong>{change.stepId}</strong>
        </>
      );
    case 'step_changed':
      return (
        <>
          <span className="difference changed">Changed</span> {change.kind} <strong>{change.stepId}</strong>
          <ul>
            {change.fields.map((field) => (
              <li key={field.field}>
                <FieldLine {...field} />
              </li>
            ))}
          </ul>
        </>
      );
    case 'entry_changed':
      return (
        <>
          <span className="difference changed">Changed</span> entry step from {change.before ?? 'none'} to{' '}
          <strong>{change.after ?? 'none'}</strong>
        </>
      );
    case 'content_changed':
      return (
        <>
          <span className="difference changed">Changed</span> content of <strong>{change.communicationId}</strong>
        </>
      );
    case 'field_changed':
      return <FieldLine {...change} />;
  }
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'None' : typeof value === 'string' ? value : JSON.stringify(value);

/** The names of settings; fields of steps keep the names of the API. */
const fieldNames: Record<string, string> = {
  audienceId: 'Audience',
  triggerContractId: 'Trigger',
  goalEventName: 'Goal event',
  goalEventWindowDays: 'Goal window (days)',
  holdoutPercent: 'Holdout (%)',
  reentry: formatWords('reentry'),
};

function FieldLine({ field, before, after }: { field: string; before?: unknown; after?: unknown }) {
  return (
    <span className="break" data-value={field}>
      {fieldNames[field] ?? field}: <del>{shown(before)}</del> <ins>{shown(after)}</ins>
    </span>
  );
}
