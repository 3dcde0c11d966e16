import { useState } from 'react';
import { numberLimits } from '../../../../domain/number-limits';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { isSame } from '../../../format/is-same';
import { nowhere } from '../model/edges';
import { CheckInput, NumberInput, SelectInput, TextInput } from './fields';
import { TestCall } from './test-call';

type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function WebhookFields({
  step,
  onChange,
  problem,
}: {
  step: WebhookStep;
  onChange: (step: WebhookStep) => void;
  problem: string | undefined;
}) {
  return (
    <>
      <TextInput
        label="URL"
        type="url"
        value={step.url}
        placeholder="https://api.example.com/orders"
        problem={problem}
        onChange={(url) => onChange({ ...step, url })}
        hint="Liquid works after the host. Values are URL-encoded. Use {{ secrets.name }} for a workspace secret."
      />
      <div className="field-pair">
        <SelectInput
          label="Method"
          value={step.method}
          options={methods.map((method) => [method, method])}
          onChange={(method) => onChange({ ...step, method: method as WebhookStep['method'] })}
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
      <CheckInput
        label="Separate failure path"
        value={step.onFailure !== undefined}
        onChange={(is) => {
          const { onFailure: _before, ...rest } = step;
          onChange(is ? { ...rest, onFailure: step.next === '' ? nowhere : step.next } : rest);
        }}
      />
    </>
  );
}

/** One header per line, `Name: value`. Ignores incomplete lines. */
function Headers({ step, onChange }: { step: WebhookStep; onChange: (step: WebhookStep) => void }) {
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
