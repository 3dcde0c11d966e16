import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { edgesOf } from '../../../../domain/journeys/graph';
import { nowhere, retarget, stepEdges } from '../model/edges';
import { stepKinds } from '../steps/registry';
import type { JourneyParts } from '../use-journey-parts';
import { SelectInput, TextInput } from './fields';

interface Props {
  step: JourneyStep;
  steps: readonly JourneyStep[];
  parts: JourneyParts;
  /** The goal event of the journey. */
  goal: string | null;
  problems: readonly { path: string; message: string }[];
  onChange: (step: JourneyStep) => void;
  onRename: (id: string) => void;
}

/** The settings of a step and its connections. */
export function StepPanel({ step, steps, parts, goal, problems, onChange, onRename }: Props) {
  const { title, Fields } = stepKinds[step.kind];
  const problemOf = (field: string) => problems.find(({ path }) => path.endsWith(`.${field}`))?.message;
  return (
    <>
      <h2>{title}</h2>
      {problems.length > 0 && (
        <ul className="panel-problems" role="status">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      <TextInput
        label="Name"
        value={step.name ?? ''}
        placeholder={step.id}
        onChange={(name) => {
          const { name: _before, ...rest } = step;
          onChange(name === '' ? rest : { ...rest, name });
        }}
      />
      <Fields {...{ step, parts, goal, problemOf, onChange }} />
      <Exits {...{ step, steps, onChange }} />
      <IdField key={step.id} id={step.id} taken={steps} onRename={onRename} />
    </>
  );
}

/** Connects the exits of a step without a mouse. */
function Exits({ step, steps, onChange }: Pick<Props, 'step' | 'steps' | 'onChange'>) {
  const edges = stepEdges(step);
  const others = steps.filter(({ id }) => id !== step.id).map(({ id, name }) => [id, name ?? id] as const);
  if (edgesOf(step).length === 0) return null;
  return (
    <fieldset className="exits">
      <legend>Leads to</legend>
      {edges.map(({ field, to, label }) => (
        <SelectInput
          key={field}
          label={label === '' ? 'Next' : label}
          value={to}
          options={[[nowhere, 'Not connected'], ...others]}
          onChange={(target) => onChange(retarget(step, field, target))}
        />
      ))}
    </fieldset>
  );
}

interface IdProps {
  id: string;
  taken: readonly JourneyStep[];
  onRename: (id: string) => void;
}

const pattern = /^[A-Za-z0-9_.:-]{1,100}$/;

/** The id of the step. Figures are counted by id, so a new id starts at 0. */
function IdField({ id, taken, onRename }: IdProps) {
  return (
    <details>
      <summary>ID: {id}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const next = new FormData(event.currentTarget).get('id');
          if (typeof next === 'string' && pattern.test(next) && !taken.some((one) => one.id === next)) onRename(next);
        }}
      >
        <div className="field">
          <label htmlFor="step-id">ID</label>
          <input id="step-id" name="id" defaultValue={id} pattern="[A-Za-z0-9_.:\-]{1,100}" required />
          <p className="hint">Results are counted per ID. If you change it, they start again at 0.</p>
        </div>
        <button type="submit" className="button">
          Rename
        </button>
      </form>
    </details>
  );
}
