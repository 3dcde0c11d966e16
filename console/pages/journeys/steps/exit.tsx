import { TextInput } from '../panel/fields';
import type { FieldsProps, StepKindDefinition } from './step-kind';

export const exit: StepKindDefinition<'exit'> = {
  kind: 'exit',
  title: 'Exit',
  purpose: 'End the journey',
  icon: 'M6.500 3H3v10h3.500M7 8h6.500M11 5.500 13.500 8 11 10.500',
  tone: 'neutral',
  isEnd: true,
  create: (id) => ({ id, kind: 'exit' }),
  describe: ({ reason }) => (reason === undefined ? 'Ends the journey' : `Ends the journey: ${reason}`),
  describeMet: () => 'Ended',
  Fields: ExitFields,
};

function ExitFields({ step, onChange }: FieldsProps<'exit'>) {
  return (
    <TextInput
      label="Reason"
      value={step.reason ?? ''}
      placeholder="end"
      hint="Stored with executions that end here."
      onChange={(reason) => {
        const { reason: _before, ...rest } = step;
        onChange(reason === '' ? rest : { ...rest, reason });
      }}
    />
  );
}
