import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { CheckInput, SelectInput } from './fields';
import { NewCommunication } from './new-part';

type SendStep = Extract<JourneyStep, { kind: 'send' }>;

interface Props {
  step: SendStep;
  onChange: (step: SendStep) => void;
  communications: readonly Schemas['Communication'][];
  problem: string | undefined;
}

/** Chooses the message and shows a preview. */
export function SendFields({ step, onChange, communications, problem }: Props) {
  const marketing = communications.filter(({ commType }) => commType === 'marketing');
  const chosen = communications.find(({ id }) => id === step.communicationId);
  return (
    <>
      <SelectInput
        label="Communication"
        value={step.communicationId}
        problem={problem}
        options={[['', 'Choose a message'], ...marketing.map(({ id, name }) => [id, name] as const)]}
        onChange={(communicationId) => onChange({ ...step, communicationId })}
        hint={marketing.length === 0 ? 'No marketing communications yet. Create the first one.' : undefined}
      />
      <NewCommunication onCreated={(communicationId) => onChange({ ...step, communicationId })} />
      <CheckInput
        label="Exit if skipped"
        value={step.onSkip === 'exit'}
        onChange={(is) => onChange({ ...step, onSkip: is ? 'exit' : 'continue' })}
      />
      {chosen !== undefined && <Preview key={chosen.id} communication={chosen} />}
    </>
  );
}

function Preview({ communication: { id, name, slots } }: { communication: Schemas['Communication'] }) {
  const [open, setOpen] = useState(true);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Preview: <strong>{slots.subject}</strong>
      </summary>
      {open && (
        <iframe
          className="preview-frame small-preview"
          title={`Preview of ${name}`}
          src={`/console/previews/communications/${id}`}
          sandbox=""
        />
      )}
      <p>
        <Link to={`/communications/${id}`}>Open {name}</Link>
      </p>
    </details>
  );
}
