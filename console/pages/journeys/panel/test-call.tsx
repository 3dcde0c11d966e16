import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError, unwrap, type Schemas } from '../../../api/client';
import { Dialog } from '../../../components/dialog';
import { Facts } from '../../../components/facts';
import { usePathParam } from '../../../components/path-param';
import { useMay } from '../../../session/session';
import { formatProblem, formatRefusal } from '../../../format/problems';
import { readObject } from '../model/read-object';
import { PickPerson } from '../pick-person';
import type { StepOf } from '../steps/step-kind';
import { SelectInput, TextInput } from './fields';

type WebhookStep = StepOf<'webhook'>;
type Person = { subjectId: string } | { subjectAttributes: Record<string, never> };

/** Calls the receiver once with the current step, if the user may. */
export function TestCall({ step }: { step: WebhookStep }) {
  const [open, setOpen] = useState(false);
  if (!useMay('journeys.test_webhook')) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Send test call
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Send test call" className="wide">
        <div className="dialog-body stack">
          <TestForm step={step} />
        </div>
      </Dialog>
    </>
  );
}

const example = '{\n  "email": "ada@example.com",\n  "plan": "pro"\n}';

function TestForm({ step }: { step: WebhookStep }) {
  const [who, setWho] = useState('attributes');
  const [event, setEvent] = useState('');
  const [problem, setProblem] = useState<string>();
  const call = useTestCall(step);
  const send = (person: Person): void => {
    const data = event.trim() === '' ? undefined : readObject(event);
    setProblem(data === null ? 'Enter a JSON object.' : undefined);
    if (data !== null) call.mutate({ ...person, ...(data === undefined ? {} : { event: { data } }) });
  };
  return (
    <>
      <p>
        Sends one real request to <strong className="break">{step.url}</strong>. It is rendered and signed as in an
        execution, and has the header <code>X-Apex-Test</code>.
      </p>
      <SelectInput
        label="Person"
        value={who}
        options={[
          ['attributes', 'Sample person'],
          ['person', 'Existing person'],
        ]}
        onChange={setWho}
      />
      <TextInput
        label="Event data"
        rows={2}
        value={event}
        placeholder='{ "value": 20 }'
        problem={problem}
        onChange={setEvent}
      />
      {who === 'person' ? (
        <PickPerson act="Send" onPick={({ id }) => send({ subjectId: id })} />
      ) : (
        <MadeUp busy={call.isPending} onSend={(subjectAttributes) => send({ subjectAttributes })} />
      )}
      {call.isPending && <p role="status">Calling…</p>}
      {call.error !== null && (
        <p role="alert" className="alert">
          {refusalOf(call.error)}
        </p>
      )}
      {call.data !== undefined && <Result result={call.data} />}
    </>
  );
}

const useTestCall = (step: WebhookStep) => {
  const id = usePathParam('journeyId');
  return useMutation({
    mutationFn: (body: Person & { event?: { data: Record<string, never> } }) => {
      // The exits do not matter and may not be connected yet.
      const { next: _next, onFailure: _onFailure, ...given } = step;
      return unwrap(
        api.POST('/api/journeys/{id}/test-webhook', { params: { path: { id } }, body: { step: given, ...body } }),
      );
    },
  });
};

function refusalOf(error: Error): string {
  const details = error instanceof ApiError ? error.details : [];
  return [formatRefusal(error.message, details), ...details.map(formatProblem)].join(' ');
}

function MadeUp({ busy, onSend }: { busy: boolean; onSend: (attributes: Record<string, never>) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <TextInput
        label="Email, timezone and attributes"
        rows={5}
        value={text}
        placeholder={example}
        problem={problem}
        onChange={setText}
      />
      <div>
        <button
          type="button"
          className="button primary"
          disabled={busy}
          onClick={() => {
            const attributes = text.trim() === '' ? {} : readObject(text);
            setProblem(attributes === null ? 'Enter a JSON object.' : undefined);
            if (attributes !== null) onSend(attributes);
          }}
        >
          Send
        </button>
      </div>
    </>
  );
}

function Result({ result }: { result: Schemas['WebhookTest'] }) {
  const { outcome, reason, message, remedy, wouldRetry, request, response, durationMs } = result;
  return (
    <section aria-label="Result" role="status" className="stack">
      <h3>{outcome === 'delivered' ? 'Delivered' : 'Failed'}</h3>
      {message !== null && (
        <p className="alert" data-value={reason}>
          {message} {remedy} {wouldRetry && 'An execution would retry.'}
        </p>
      )}
      {durationMs !== null && (
        <Facts
          of={[
            ['Status', response?.status ?? 'No response'],
            ['Duration', `${durationMs} ms`],
          ]}
        />
      )}
      {response !== null && (
        <>
          <h4>Response</h4>
          <pre className="code">{response.body === '' ? 'No body.' : response.body}</pre>
          {response.isCut && <p className="small quiet">First 1,024 bytes.</p>}
        </>
      )}
      {request !== null && <Sent request={request} title={titleOf(result)} />}
    </section>
  );
}

/** Without a connection, nothing was sent. */
function titleOf({ reason, durationMs }: Schemas['WebhookTest']): string {
  if (durationMs === null) return 'Request (not sent)';
  return /^(dns|refused|network|tls.*)$/.test(reason ?? '') ? 'Request (not delivered)' : 'Request';
}

function Sent({ request, title }: { request: NonNullable<Schemas['WebhookTest']['request']>; title: string }) {
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <h4>{title}</h4>
      <pre className="code">
        {[`${request.method} ${request.url}`, ...lines, '', request.body ?? 'No body.'].join('\n')}
      </pre>
      <p className="small quiet">Secrets and credentials are masked here, but not in the call.</p>
    </>
  );
}
