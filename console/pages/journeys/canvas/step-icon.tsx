import { stepKinds } from '../steps/registry';
import type { StepKind } from '../steps/step-kind';

const start = 'M5 3.500v9l7-4.500z';

/** The icon of a kind of step, or of the start of a journey. */
export function StepIcon({ kind }: { kind: StepKind | 'start' }) {
  return (
    <svg className="icon step-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={kind === 'start' ? start : stepKinds[kind].icon} />
    </svg>
  );
}
