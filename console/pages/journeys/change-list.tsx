import type { Schemas } from '../../api/client';
import type { JourneyChange } from '../../../domain/journeys/diff';

type Change = JourneyChange | Schemas['JourneyChange'];

/** What a version changed, a line each. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="quiet">No change.</p>;
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
          <span className="difference added">added</span> {change.kind} <strong>{change.stepId}</strong>
        </>
      );
    case 'step_removed':
      return (
        <>
          <span className="difference removed">removed</span> {change.kind} <strong>{change.stepId}</strong>
        </>
      );
    case 'step_changed':
      return (
        <>
          <span className="difference changed">changed</span> {change.kind} <strong>{change.stepId}</strong>
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
          <span className="difference changed">changed</span> begins with <strong>{change.after ?? 'nothing'}</strong>,
          before with {change.before ?? 'nothing'}
        </>
      );
    case 'content_changed':
      return (
        <>
          <span className="difference changed">changed</span> the words of <strong>{change.communicationId}</strong>
        </>
      );
    case 'field_changed':
      return <FieldLine {...change} />;
  }
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

function FieldLine({ field, before, after }: { field: string; before?: unknown; after?: unknown }) {
  return (
    <span className="break">
      {field}: <del>{shown(before)}</del> <ins>{shown(after)}</ins>
    </span>
  );
}
