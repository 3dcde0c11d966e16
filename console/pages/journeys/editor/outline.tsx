import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Marks } from '../canvas/marks';
import { StepFigures } from '../canvas/step-figures';
import { StepIcon } from '../canvas/step-icon';
import { stepKinds } from '../steps/registry';
import { nowhere, startId } from '../model/edges';
import { outlineOf } from '../model/outline';
import { formatWords } from '../../../format/words';

interface Props {
  steps: readonly JourneyStep[];
  start: { title: string; note: string };
  marks: Marks;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  nameOf: (communicationId: string) => string;
}

/** Lists the steps in the order in which people reach them. */
export function Outline({ steps, start, marks, selected, onSelect, nameOf }: Props) {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const choose = (id: string) => () => onSelect(new Set([id]));
  return (
    <ol className="outline" aria-label="Steps">
      <li>
        <button type="button" data-step={startId} aria-pressed={selected.has(startId)} onClick={choose(startId)}>
          <StepIcon kind="start" />
          <strong>{start.title}</strong> <span className="quiet">{start.note}</span>
        </button>
      </li>
      {outlineOf(steps).map(({ key, stepId, depth, label, reference }) => {
        const step = byId.get(stepId);
        return (
          <li key={key} style={{ paddingInlineStart: `${Math.min(depth, 8) * 20}px` }}>
            {label !== '' && <span className="tag">{label}</span>}{' '}
            {step === undefined || reference ? (
              <span className="quiet">
                {stepId === nowhere ? 'Not connected' : `Continues with ${step?.name ?? stepId}`}
              </span>
            ) : (
              <button
                type="button"
                data-step={stepId}
                aria-pressed={selected.has(stepId)}
                className={marks.path !== undefined && !marks.path.has(stepId) ? 'dimmed' : undefined}
                onClick={choose(stepId)}
              >
                <StepIcon kind={step.kind} />
                <strong>{step.name ?? step.id}</strong>{' '}
                <span className="quiet">{marks.path?.get(stepId) ?? stepKinds[step.kind].describe(step, nameOf)}</span>
                <LineMarks stepId={stepId} marks={marks} />
              </button>
            )}
            {step !== undefined && !reference && <LineFigures step={step} marks={marks} />}
          </li>
        );
      })}
    </ol>
  );
}

function LineMarks({ stepId, marks }: { stepId: string; marks: Marks }) {
  const problems = marks.problems?.get(stepId)?.length ?? 0;
  const difference = marks.differences?.get(stepId);
  return (
    <>
      {difference !== undefined && <span className={`difference ${difference}`}> {formatWords(difference)}</span>}
      {problems > 0 && (
        <span className="problem-count">
          {problems}
          <span className="visually-hidden"> {problems === 1 ? 'problem' : 'problems'}</span>
        </span>
      )}
    </>
  );
}

function LineFigures({ step, marks }: { step: JourneyStep; marks: Marks }) {
  const figures = marks.figures?.get(step.id);
  return figures === undefined ? null : <StepFigures figures={figures} name={step.name ?? step.id} />;
}
