import { useEffect, useRef, type ReactNode } from 'react';
import { useFilters } from '../../components/filters';

export const stepTitles = ['What and where', 'Variants', 'Metrics', 'Size and decision'] as const;

/** The first parts of the paths of each step's fields in the request body. The last step has all others. */
const fieldsOfStep = [
  ['name', 'beliefId', 'targetUrl', 'trafficSplit', 'surface'],
  ['variants'],
  ['primaryMetric', 'secondaryMetrics', 'guardrailMetrics'],
] as const;

/** Returns the step with the field at a path. */
export function stepOf(path: string): number {
  const [field = ''] = path.split('.');
  const index = fieldsOfStep.findIndex((fields) => (fields as readonly string[]).includes(field));
  return index === -1 ? stepTitles.length - 1 : index;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The current step, which is in the address. All steps stay in the document, so that no input is lost. */
export function useSteps() {
  const { values, set } = useFilters();
  const step = Math.min(stepTitles.length, Math.max(1, Number(values['step']) || 1)) - 1;
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  const invalid = useRef<Control | null>(null);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // A problem takes the focus once its step is visible.
    if (invalid.current === null) body.current?.querySelector<HTMLElement>(`[data-step="${step}"] h2`)?.focus();
    else invalid.current.reportValidity();
    invalid.current = null;
  }, [step]);
  const move = (next: number): void => {
    const controls =
      body.current?.querySelectorAll<Control>(`[data-step="${step}"] :is(input, select, textarea)`) ?? [];
    if (next > step && ![...controls].every((control) => control.reportValidity())) return;
    set('step', next === 0 ? '' : String(next + 1));
  };
  /** Shows the step of the first invalid field, because a browser cannot focus a hidden one. */
  const check = (target: EventTarget): void => {
    if (!(target instanceof HTMLElement) || invalid.current !== null) return;
    const index = Number(target.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? step);
    if (index === step) return;
    invalid.current = target as Control;
    set('step', index === 0 ? '' : String(index + 1));
  };
  return { step, move, body, check };
}

interface ListProps {
  step: number;
  onStep: (step: number) => void;
  problems: readonly { path: string }[];
}

/** Lists the steps. Each can be opened; one with a problem is marked. */
export function StepList({ step, onStep, problems }: ListProps) {
  const marked = new Set(problems.map(({ path }) => stepOf(path)));
  return (
    <ol className="steps" aria-label="Steps">
      {stepTitles.map((title, index) => (
        <li key={title}>
          <button type="button" aria-current={index === step ? 'step' : undefined} onClick={() => onStep(index)}>
            <span className="step-number" aria-hidden="true">
              {index + 1}
            </span>
            {title}
            {marked.has(index) && <span className="status bad">Check</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

export function Step({ index, step, children }: { index: number; step: number; children: ReactNode }) {
  return (
    <section className="step" data-step={index} hidden={index !== step} aria-label={stepTitles[index]}>
      <h2 tabIndex={-1}>
        {index + 1}. {stepTitles[index]}
      </h2>
      {children}
    </section>
  );
}

interface MovesProps {
  step: number;
  onStep: (step: number) => void;
  /** Whether continuing is the main action. */
  isPrimary: boolean;
}

export function Moves({ step, onStep, isPrimary }: MovesProps) {
  const isLast = step === stepTitles.length - 1;
  return (
    <>
      <button type="button" className="button" hidden={step === 0} onClick={() => onStep(step - 1)}>
        Back
      </button>
      <button
        type="button"
        className={`button${isPrimary ? ' primary' : ''}`}
        hidden={isLast}
        onClick={() => onStep(step + 1)}
      >
        Continue
      </button>
    </>
  );
}
