import { inPercent, numberLimits } from '../../../../domain/number-limits';
import { formatShare } from '../../../format/number';
import { nowhere } from '../model/edges';
import { freeId } from '../model/free-id';
import { ArmSection } from '../panel/arm-section';
import { NumberInput, SelectInput } from '../panel/fields';
import type { FieldsProps, StepKindDefinition, StepOf } from './step-kind';

type Arm = StepOf<'experiment'>['arms'][number];

export const experiment: StepKindDefinition<'experiment'> = {
  kind: 'experiment',
  title: 'Experiment',
  purpose: 'Split by weight',
  icon: 'M6.500 2.500h3M7 2.500v4L3 13a.7.7 0 0 0 .6 1h8.800a.7.7 0 0 0 .6-1L9 6.500v-4M5 10.500h6',
  tone: 'info',
  create: (id) => ({
    id,
    kind: 'experiment',
    allocation: 'fixed',
    arms: [
      { id: 'control', weight: 0.5, next: nowhere },
      { id: 'treatment', weight: 0.5, next: nowhere },
    ],
  }),
  describe: ({ allocation }) =>
    allocation === 'thompson' ? 'Splits by weight, adjusted to results' : 'Splits by weight',
  describeMet({ armId, status }, step) {
    if (armId === null) return status === 'waiting' ? 'Choosing an arm' : 'No arm chosen';
    const arm = step?.arms.find(({ id }) => id === armId);
    return arm === undefined ? `Assigned to ${armId}` : `Assigned to ${armId}, weight ${formatShare(arm.weight)}`;
  },
  Fields: ExperimentFields,
};

/** Splits the weights evenly. The first arm gets the rounding difference. */
const evenly = (arms: Arm[]): Arm[] => {
  const share = Math.floor(10_000 / arms.length) / 10_000;
  return arms.map((arm, index) => ({
    ...arm,
    weight: index === 0 ? Number((1 - share * (arms.length - 1)).toFixed(4)) : share,
  }));
};

/** The arms of an experiment. Each person gets one by weight; the first is the control. */
function ExperimentFields({ step, onChange, parts }: FieldsProps<'experiment'>) {
  const { arms } = step;
  const set = (index: number, change: Partial<Arm>): void =>
    onChange({ ...step, arms: arms.map((arm, place) => (place === index ? { ...arm, ...change } : arm)) });
  const add = (): void => {
    const id = freeId(new Set(arms.map((arm) => arm.id)), 'treatment');
    onChange({ ...step, arms: evenly([...arms, { id, weight: 0, next: arms[0]?.next ?? nowhere }]) });
  };
  return (
    <>
      {arms.map((arm, index) => (
        <ArmSection
          key={index}
          {...{ arm, index }}
          count={arms.length}
          onRename={(name) => set(index, { name })}
          onRemove={() => onChange({ ...step, arms: evenly(arms.filter((_one, place) => place !== index)) })}
        >
          <NumberInput
            label="Weight (%)"
            value={Number((arm.weight * 100).toFixed(2))}
            {...inPercent(numberLimits.share)}
            step={1}
            onChange={(percent) => set(index, { weight: Number((percent / 100).toFixed(4)) })}
          />
        </ArmSection>
      ))}
      <p className="hint">Total: {formatShare(arms.reduce((sum, { weight }) => sum + weight, 0))}.</p>
      <div className="button-row">
        <button type="button" className="button" onClick={add}>
          Add arm
        </button>
        <button type="button" className="button" onClick={() => onChange({ ...step, arms: evenly(arms) })}>
          Split evenly
        </button>
      </div>
      <Allocation {...{ step, onChange, parts }} />
    </>
  );
}

function Allocation({ step, onChange, parts }: Pick<FieldsProps<'experiment'>, 'step' | 'onChange' | 'parts'>) {
  const beliefs = parts.beliefs ?? [];
  return (
    <>
      <SelectInput
        label="Allocation"
        value={step.allocation}
        options={[
          ['fixed', 'Fixed weights'],
          ['thompson', 'Adjusted to results (Thompson sampling)'],
        ]}
        onChange={(allocation) => onChange({ ...step, allocation: allocation as typeof step.allocation })}
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
