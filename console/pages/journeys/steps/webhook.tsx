import { useState } from 'react';
import { explainReason } from '../../../../domain/journeys/explain-reason';
import { numberLimits } from '../../../../domain/number-limits';
import { DataTable } from '../../../components/table';
import { isSame } from '../../../format/is-same';
import { formatInstant } from '../../../format/time';
import { formatWords } from '../../../format/words';
import { nowhere } from '../model/edges';
import { CheckInput, NumberInput, SelectInput, TextInput } from '../panel/fields';
import { TestCall } from '../panel/test-call';
import type { FieldsProps, MetProps, StepKindDefinition } from './step-kind';

export const webhook: StepKindDefinition<'webhook'> = {
  kind: 'webhook',
  title: 'Webhook',
  purpose: 'Call another service',
  icon: 'M6 5.500 3.500 8 6 10.500M10 5.500 12.500 8 10 10.500',
  tone: 'good',
  create: (id) => ({ id, kind: 'webhook', url: '', method: 'POST', timeoutSeconds: 10, next: nowhere }),
  describe: ({ method, url }) => (url === '' ? 'Enter a URL' : `${method} ${url}`),
  describeMet: ({ status }) => (status === 'waiting' ? 'Calling the webhook' : 'Delivered'),
  Fields: WebhookFields,
  MetDetails: Attempts,
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function WebhookFields({ step, onChange, problemOf }: FieldsProps<'webhook'>) {
  return (
    <>
      <TextInput
        label="URL"
        type="url"
        value={step.url}
        placeholder="https://api.example.com/orders"
        problem={problemOf('url')}
        onChange={(url) => onChange({ ...step, url })}
        hint="Liquid works after the host. Values are URL-encoded. Use {{ secrets.name }} for a workspace secret."
      />
      <div className="field-pair">
        <SelectInput
          label="Method"
          value={step.method}
          options={methods.map((method) => [method, method])}
          onChange={(method) => onChange({ ...step, method: method as typeof step.method })}
        />
        <NumberInput
          label="Timeout (seconds)"
          value={step.timeoutSeconds}
          {...numberLimits.webhookTimeoutSeconds}
          onChange={(timeoutSeconds) => onChange({ ...step, timeoutSeconds })}
        />
      </div>
      <Headers step={step} onChange={onChange} />
      <TextInput
        label="Body (Liquid)"
        rows={6}
        value={step.body ?? ''}
        onChange={(body) => {
          const { body: _before, ...rest } = step;
          onChange(body === '' ? rest : { ...rest, body });
        }}
      />
      <div>
        <TestCall step={step} />
      </div>
      <FailureFields step={step} onChange={onChange} />
    </>
  );
}

/** What happens after the last failed call. */
function FailureFields({ step, onChange }: Pick<FieldsProps<'webhook'>, 'step' | 'onChange'>) {
  const { onFailure, failOnError, ...rest } = step;
  return (
    <>
      <CheckInput
        label="Separate failure path"
        value={onFailure !== undefined}
        onChange={(is) => onChange(is ? { ...rest, onFailure: step.next === '' ? nowhere : step.next } : rest)}
      />
      {onFailure === undefined && (
        <CheckInput
          label="End the execution as failed if the call fails"
          value={failOnError === true}
          onChange={(is) => onChange(is ? { ...rest, failOnError: true } : rest)}
        />
      )}
    </>
  );
}

/** One header per line, `Name: value`. Ignores incomplete lines. */
function Headers({ step, onChange }: Pick<FieldsProps<'webhook'>, 'step' | 'onChange'>) {
  const [typed, setTyped] = useState<string | null>(null);
  // After undo, the typed text no longer matches.
  const isTyped = typed !== null && isSame(headersOf(typed), step.headers ?? {});
  const written = Object.entries(step.headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return (
    <TextInput
      label="Headers (one per line)"
      rows={2}
      placeholder="Authorization: Bearer {{ secrets.token }}"
      value={isTyped ? typed : written}
      onChange={(text) => {
        setTyped(text);
        const headers = headersOf(text);
        const { headers: _before, ...rest } = step;
        onChange(Object.keys(headers).length === 0 ? rest : { ...rest, headers });
      }}
    />
  );
}

function headersOf(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
  });
  return Object.fromEntries(pairs);
}

function Failure({ reason }: { reason: string | null }) {
  if (reason === null) return '–';
  return <span data-value={reason}>{explainReason(reason).title ?? formatWords(reason)}</span>;
}

function Attempts({ met: { tries } }: MetProps) {
  if (tries.length === 0) return null;
  return (
    <DataTable
      caption="Attempts"
      rows={tries}
      rowKey={({ number }) => String(number)}
      columns={[
        { title: 'Attempt', cell: ({ number }) => number },
        { title: 'Time', cell: ({ at }) => formatInstant(at) },
        { title: 'Response', cell: ({ statusCode, failure }) => statusCode ?? <Failure reason={failure} /> },
        { title: 'Duration', numeric: true, cell: ({ durationMs }) => `${durationMs.toLocaleString('en')} ms` },
      ]}
    />
  );
}
