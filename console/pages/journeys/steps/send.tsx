import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../api/client';
import { Status } from '../../../components/status';
import { formatInstant } from '../../../format/time';
import { formatWords } from '../../../format/words';
import { ResendMessage } from '../executions/resend-message';
import { nowhere } from '../model/edges';
import { CheckInput, SelectInput } from '../panel/fields';
import { NewCommunication } from '../panel/new-part';
import type { FieldsProps, MetProps, StepKindDefinition } from './step-kind';

export const send: StepKindDefinition<'send'> = {
  kind: 'send',
  title: 'Send',
  purpose: 'Marketing message',
  icon: 'M2.500 4h11v8h-11zM2.500 4.500 8 9l5.500-4.500',
  tone: 'accent',
  create: (id) => ({ id, kind: 'send', communicationId: '', next: nowhere, onSkip: 'continue' }),
  describe: ({ communicationId, onSkip }, nameOf) =>
    communicationId === ''
      ? 'Choose a message'
      : `Sends ${nameOf(communicationId)}${onSkip === 'exit' ? '; exits if skipped' : ''}`,
  describeMet: ({ status }) => (status === 'waiting' ? 'Sending' : 'Sent'),
  Fields: SendFields,
  MetDetails: MetMessage,
  SimulatedDetails: SimulatedMessage,
};

/** Chooses the message and shows a preview. */
function SendFields({ step, onChange, parts: { communications = [] }, problemOf }: FieldsProps<'send'>) {
  const marketing = communications.filter(({ commType }) => commType === 'marketing');
  const chosen = communications.find(({ id }) => id === step.communicationId);
  return (
    <>
      <SelectInput
        label="Communication"
        value={step.communicationId}
        problem={problemOf('communicationId')}
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

function MetMessage({ met, journeyId, executionId, previewPath }: MetProps) {
  const { stepId, send } = met;
  if (send === null) return null;
  return (
    <>
      <Message send={send} src={`${previewPath}/${encodeURIComponent(stepId)}`} />
      <ResendMessage {...{ journeyId, executionId, stepId }} isUnknown={send.status === 'unknown'} />
    </>
  );
}

function Message({ send, src }: { send: NonNullable<MetProps['met']['send']>; src: string }) {
  const [open, setOpen] = useState(false);
  const { communicationId, status, subject, failure, events, warnings } = send;
  return (
    <div className="timeline-message">
      <p>
        <Status of={status} /> <strong>{subject ?? communicationId}</strong>
        {failure !== null && <span className="quiet"> {failure}</span>} <Link to={`/messages/${send.id}`}>Details</Link>
      </p>
      <Warnings of={warnings} />
      {events.length > 0 && (
        <ul className="small quiet">
          {events.map(({ kind, at, count, automated, url }) => (
            <li key={`${kind} ${at} ${url ?? ''}`}>
              <span data-value={kind}>{formatWords(kind)}</span>
              {url === null ? '' : `: ${url}`}, {formatInstant(at)}
              {count > 1 ? `, ${count} times` : ''}
              {automated ? ', automated' : ''}
            </li>
          ))}
        </ul>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show message</summary>
        <p className="small quiet">The content of the version, rendered with the current data of the person.</p>
        {open && (
          <iframe className="preview-frame" title={`Message ${subject ?? communicationId}`} sandbox="" src={src} />
        )}
      </details>
    </div>
  );
}

function SimulatedMessage({ step: { rendered } }: { step: Schemas['SimulatedStep'] }) {
  if (rendered === undefined) return null;
  return (
    <details>
      <summary>Message</summary>
      <Warnings of={rendered.warnings} />
      <p className="code">{rendered.text}</p>
    </details>
  );
}

const Warnings = ({ of }: { of: readonly string[] }) =>
  of.map((warning) => (
    <p className="notice warn small" key={warning}>
      {warning}
    </p>
  ));
