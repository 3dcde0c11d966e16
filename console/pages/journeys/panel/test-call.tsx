import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { api, ApiError, unwrap, type Schemas } from '../../../api/client';
import { Dialog } from '../../../components/dialog';
import { Facts } from '../../../components/facts';
import { usePathParam } from '../../../components/path-param';
import { useMay } from '../../../session/session';
import { readObject } from '../model/read-object';
import { PickPerson } from '../pick-person';
import { SelectInput, TextInput } from './fields';

type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;
type Person = { subjectId: string } | { subjectAttributes: Record<string, never> };

/** Calls the receiver once, with the step as it stands here, for those who may reach outside. */
export function TestCall({ step }: { step: WebhookStep }) {
  const [open, setOpen] = useState(false);
  if (!useMay('journeys.test_webhook')) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Send a test call
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Send a test call" className="wide">
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
    setProblem(data === null ? 'must be a JSON object' : undefined);
    if (data !== null) call.mutate({ ...person, ...(data === undefined ? {} : { event: { data } }) });
  };
  return (
    <>
      <p>
        One real call to <strong className="break">{step.url}</strong>, rendered and signed as for an execution. The
        header <code>X-Apex-Test</code> marks it.
      </p>
      <SelectInput
        label="For"
        value={who}
        options={[
          ['attributes', 'a made-up person'],
          ['person', 'a person'],
        ]}
        onChange={setWho}
      />
      <TextInput
        label="Data of the event"
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
      // Where it leads is of no account, and may not be drawn yet.
      const { next: _next, onFailure: _onFailure, ...given } = step;
      return unwrap(
        api.POST('/api/journeys/{id}/test-webhook', { params: { path: { id } }, body: { step: given, ...body } }),
      );
    },
  });
};

function refusalOf(error: Error): string {
  const details = error instanceof ApiError ? error.details.map(({ path, message }) => `${path}: ${message}`) : [];
  return [error.message, ...details].join(' ');
}

function MadeUp({ busy, onSend }: { busy: boolean; onSend: (attributes: Record<string, never>) => void }) {
  const [text, setText] = useState(example);
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <TextInput label="Email, timezone and attributes" rows={5} value={text} problem={problem} onChange={setText} />
      <div>
        <button
          type="button"
          className="button primary"
          disabled={busy}
          onClick={() => {
            const attributes = readObject(text);
            setProblem(attributes === null ? 'must be a JSON object' : undefined);
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
          {message} {remedy} {wouldRetry && 'An execution would try again.'}
        </p>
      )}
      {durationMs !== null && (
        <Facts
          of={[
            ['Status', response?.status ?? 'no answer'],
            ['Duration', `${durationMs} ms`],
          ]}
        />
      )}
      {response !== null && (
        <>
          <h4>What came back</h4>
          <pre className="code">{response.body === '' ? 'No body.' : response.body}</pre>
          {response.isCut && <p className="small quiet">The first 1,024 bytes.</p>}
        </>
      )}
      {request !== null && <Sent request={request} title={titleOf(result)} />}
    </section>
  );
}

/** Without a connection nothing was sent. */
function titleOf({ reason, durationMs }: Schemas['WebhookTest']): string {
  if (durationMs === null) return 'What would have been sent';
  return /^(dns|refused|network|tls.*)$/.test(reason ?? '') ? 'What was to be sent' : 'What was sent';
}

function Sent({ request, title }: { request: NonNullable<Schemas['WebhookTest']['request']>; title: string }) {
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <h4>{title}</h4>
      <pre className="code">
        {[`${request.method} ${request.url}`, ...lines, '', request.body ?? 'No body.'].join('\n')}
      </pre>
      <p className="small quiet">Values of secrets and credentials are masked here, not in the call.</p>
    </>
  );
}
