import { inPercent, numberLimits } from '../../../../domain/number-limits';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { formatShare } from '../../../format/number';
import { freeId } from '../model/new-step';
import { nowhere } from '../model/edges';
import { ConditionEditor } from './condition-editor';
import { NumberInput, SelectInput, TextInput } from './fields';
import { MatchCount } from './match-count';

type BranchStep = Extract<JourneyStep, { kind: 'branch' }>;
type ExperimentStep = Extract<JourneyStep, { kind: 'experiment' }>;

/** The arms of a branch. The first arm with a matching condition is taken. */
export function BranchFields({ step, onChange }: { step: BranchStep; onChange: (step: BranchStep) => void }) {
  const set = (index: number, change: Partial<BranchStep['arms'][number]>): void =>
    onChange({ ...step, arms: step.arms.map((arm, place) => (place === index ? { ...arm, ...change } : arm)) });
  const add = (): void => {
    const id = freeId(new Set(step.arms.map((arm) => arm.id)), 'arm');
    onChange({ ...step, arms: [...step.arms, { id, when: { all: [] }, next: step.else }] });
  };
  return (
    <>
      {step.arms.map((arm, index) => (
        <section className="arm" key={index} aria-label={`Arm ${arm.id}`}>
          <ArmHead
            {...{ arm, index }}
            count={step.arms.length}
            onChange={(change) => set(index, change)}
            onRemove={() => onChange({ ...step, arms: step.arms.filter((_one, place) => place !== index) })}
          />
          <ConditionEditor name={`Condition of ${arm.id}`} value={arm.when} onChange={(when) => set(index, { when })} />
          <MatchCount condition={arm.when} />
        </section>
      ))}
      <button type="button" className="button" onClick={add}>
        Add arm
      </button>
      <p className="hint">People who match no arm take the else path.</p>
    </>
  );
}

/** Splits the weights evenly. The first arm gets the rounding difference. */
const evenly = (arms: ExperimentStep['arms']): ExperimentStep['arms'] => {
  const share = Math.floor(10_000 / arms.length) / 10_000;
  return arms.map((arm, index) => ({
    ...arm,
    weight: index === 0 ? Number((1 - share * (arms.length - 1)).toFixed(4)) : share,
  }));
};

/** The arms of an experiment. Each person gets one by weight; the first is the control. */
export function ExperimentFields({ step, onChange, beliefs }: ExperimentProps) {
  const set = (index: number, change: Partial<ExperimentStep['arms'][number]>): void =>
    onChange({ ...step, arms: step.arms.map((arm, place) => (place === index ? { ...arm, ...change } : arm)) });
  const total = step.arms.reduce((sum, { weight }) => sum + weight, 0);
  const add = (): void => {
    const id = freeId(new Set(step.arms.map((arm) => arm.id)), 'treatment');
    onChange({ ...step, arms: evenly([...step.arms, { id, weight: 0, next: step.arms[0]?.next ?? nowhere }]) });
  };
  return (
    <>
      {step.arms.map((arm, index) => (
        <section className="arm" key={index} aria-label={`Arm ${arm.id}`}>
          <ArmHead
            {...{ arm, index }}
            count={step.arms.length}
            onChange={(change) => set(index, change)}
            onRemove={() => onChange({ ...step, arms: evenly(step.arms.filter((_one, place) => place !== index)) })}
          />
          <NumberInput
            label="Weight (%)"
            value={Number((arm.weight * 100).toFixed(2))}
            {...inPercent(numberLimits.share)}
            step={1}
            onChange={(percent) => set(index, { weight: Number((percent / 100).toFixed(4)) })}
          />
        </section>
      ))}
      <p className="hint">Total: {formatShare(total)}.</p>
      <div className="button-row">
        <button type="button" className="button" onClick={add}>
          Add arm
        </button>
        <button type="button" className="button" onClick={() => onChange({ ...step, arms: evenly(step.arms) })}>
          Split evenly
        </button>
      </div>
      <SelectInput
        label="Allocation"
        value={step.allocation}
        options={[
          ['fixed', 'Fixed weights'],
          ['thompson', 'Adjusted to results (Thompson sampling)'],
        ]}
        onChange={(allocation) => onChange({ ...step, allocation: allocation as ExperimentStep['allocation'] })}
      />
      <SelectInput
        label="Tested belief"
        value={step.beliefId ?? ''}
        options={[['', 'None'], ...beliefs.map(({ id, statement }) => [id, statement] as const)]}
        onChange={(id) => onChange({ ...step, beliefId: id === '' ? null : id })}
      />
    </>
  );
}

interface ExperimentProps {
  step: ExperimentStep;
  onChange: (step: ExperimentStep) => void;
  beliefs: readonly { id: string; statement: string }[];
}

interface ArmHeadProps {
  arm: { id: string; name?: string | undefined };
  index: number;
  count: number;
  onChange: (change: { id?: string; name?: string }) => void;
  onRemove: () => void;
}

function ArmHead({ arm, index, count, onChange, onRemove }: ArmHeadProps) {
  return (
    <div className="condition-head">
      <TextInput
        label={`Arm ${index + 1}`}
        value={arm.name ?? arm.id}
        onChange={(name) => name !== '' && onChange({ name })}
      />
      {count > 1 && (
        <button type="button" className="button text bad" onClick={onRemove} aria-label={`Remove arm ${arm.id}`}>
          Remove
        </button>
      )}
    </div>
  );
}
