import { elseArm } from '../../../../domain/journeys/plan';
import { describeCondition } from '../../../format/condition';
import { nowhere } from '../model/edges';
import { freeId } from '../model/free-id';
import { ArmSection } from '../panel/arm-section';
import { ConditionEditor } from '../panel/condition-editor';
import { MatchCount } from '../panel/match-count';
import type { FieldsProps, StepKindDefinition, StepOf } from './step-kind';

export const branch: StepKindDefinition<'branch'> = {
  kind: 'branch',
  title: 'Branch',
  purpose: 'Conditions on the person',
  icon: 'M8 2v4M8 6l-4.500 4v4M8 6l4.500 4v4',
  tone: 'info',
  create: (id) => ({ id, kind: 'branch', arms: [{ id: 'yes', when: { all: [] }, next: nowhere }], else: nowhere }),
  describe: ({ arms }) => arms.map(({ when }) => describeCondition(when)).join(' · '),
  describeMet({ armId, status }, step) {
    if (armId === null) return status === 'waiting' ? 'Choosing an arm' : 'No arm chosen';
    if (armId === elseArm) return 'Took else: no condition matched';
    const arm = step?.arms.find(({ id }) => id === armId);
    return arm === undefined ? `Took ${armId}` : `Took ${armId}: ${describeCondition(arm.when)}`;
  },
  Fields: BranchFields,
};

/** The arms of a branch. The first arm with a matching condition is taken. */
function BranchFields({ step, onChange }: FieldsProps<'branch'>) {
  const set = (index: number, change: Partial<StepOf<'branch'>['arms'][number]>): void =>
    onChange({ ...step, arms: step.arms.map((arm, place) => (place === index ? { ...arm, ...change } : arm)) });
  const add = (): void => {
    const id = freeId(new Set(step.arms.map((arm) => arm.id)), 'arm');
    onChange({ ...step, arms: [...step.arms, { id, when: { all: [] }, next: step.else }] });
  };
  return (
    <>
      {step.arms.map((arm, index) => (
        <ArmSection
          key={index}
          {...{ arm, index }}
          count={step.arms.length}
          onRename={(name) => set(index, { name })}
          onRemove={() => onChange({ ...step, arms: step.arms.filter((_one, place) => place !== index) })}
        >
          <ConditionEditor name={`Condition of ${arm.id}`} value={arm.when} onChange={(when) => set(index, { when })} />
          <MatchCount condition={arm.when} />
        </ArmSection>
      ))}
      <button type="button" className="button" onClick={add}>
        Add arm
      </button>
      <p className="hint">People who match no arm take the else path.</p>
    </>
  );
}
