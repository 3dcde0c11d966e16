import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, ApiError, unwrap, type Schemas } from '../../../api/client';
import { formatProblem, formatRefusal } from '../../../format/problems';
import { formatWords } from '../../../format/words';
import type { Marks } from '../canvas/marks';
import { definitionOf } from '../model/definition';
import { startId } from '../model/edges';
import { readObject } from '../model/read-object';
import { describeTraced, simulatedPath } from '../model/simulated-path';
import { SelectInput, TextInput } from '../panel/fields';
import { startOf } from '../start-of';
import { stepKinds } from '../steps/registry';
import { useJourneyParts } from '../use-journey-parts';
import { Stage } from './stage';
import { canvasKeys } from './use-canvas-keys';
import { useStage } from './use-stage';

const none: Marks = {};

/** Simulates the journey for one person and marks the path on its steps. Nothing is sent. */
export function SimulationView({ journey }: { journey: Schemas['Journey'] }) {
  const definition = useMemo(() => definitionOf(journey), [journey]);
  const { parts, nameOf } = useJourneyParts();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([startId]));
  const simulate = useMutation({
    mutationFn: (body: Body) =>
      unwrap(api.POST('/api/journeys/{id}/simulate', { params: { path: { id: journey.id } }, body })),
  });
  const start = useMemo(() => startOf(definition, parts), [definition, parts]);
  const stage = useStage({ steps: definition.steps, selected, setSelected });
  const result = simulate.data;
  const marks = useMemo(
    () => (result === undefined ? none : simulatedPath(definition.steps, result.trace)),
    [definition, result],
  );
  return (
    <div
      className="journey-editor"
      ref={stage.root}
      onKeyDown={canvasKeys({ ...stage, steps: definition.steps, selected, edit: null })}
    >
      <p className="canvas-toolbar quiet small">
        {journey.version === 'draft' ? 'Draft' : `Version ${journey.version}`}, simulated for one person. Nothing is
        sent or called. Personal data is masked.
      </p>
      <div className="journey-stage">
        <Stage
          {...{ start, selected, nameOf, marks }}
          steps={definition.steps}
          onSelect={setSelected}
          focus={stage.focus}
        />
      </div>
      <aside className="journey-panel" aria-label="Simulation">
        <h2>Simulate</h2>
        <SimulationForm busy={simulate.isPending} onRun={(body) => simulate.mutate(body)} />
        {simulate.error !== null && (
          <p role="alert" className="alert">
            {problemOf(simulate.error)}
          </p>
        )}
        {result !== undefined && <Result result={result} />}
      </aside>
    </div>
  );
}

function problemOf(error: Error): string {
  const details = error instanceof ApiError ? error.details : [];
  return [formatRefusal(error.message, details), ...details.map(formatProblem)].join(' ');
}

interface Body {
  subjectId?: string;
  subjectAttributes?: Record<string, never>;
  event?: { data: Record<string, never> };
  at?: string;
}

const example = '{\n  "email": "ada@example.com",\n  "timezone": "Europe/Berlin",\n  "plan": "pro"\n}';

function SimulationForm({ busy, onRun }: { busy: boolean; onRun: (body: Body) => void }) {
  const [form, setForm] = useState({ who: 'attributes', person: '', attributes: '', event: '', at: '' });
  const [problem, setProblem] = useState<{ attributes?: string; event?: string }>({});
  const set = (change: Partial<typeof form>): void => setForm({ ...form, ...change });
  const run = (): void => {
    const attributes = form.attributes.trim() === '' ? {} : readObject(form.attributes);
    const event = form.event.trim() === '' ? undefined : readObject(form.event);
    const wrong = 'Enter a JSON object.';
    const problems = {
      ...(form.who === 'attributes' && attributes === null ? { attributes: wrong } : {}),
      ...(event === null ? { event: wrong } : {}),
    };
    setProblem(problems);
    if (Object.keys(problems).length > 0) return;
    onRun({
      ...(form.who === 'person' ? { subjectId: form.person.trim() } : { subjectAttributes: attributes ?? {} }),
      ...(event === undefined || event === null ? {} : { event: { data: event } }),
      ...(form.at === '' ? {} : { at: new Date(form.at).toISOString() }),
    });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <SelectInput
        label="Person"
        value={form.who}
        options={[
          ['attributes', 'Sample person'],
          ['person', 'Existing person'],
        ]}
        onChange={(who) => set({ who })}
      />
      <Subject {...{ form, set }} problem={problem.attributes} />
      <TextInput
        label="Event data"
        rows={2}
        value={form.event}
        placeholder='{ "value": 20 }'
        problem={problem.event}
        onChange={(event) => set({ event })}
      />
      <TextInput
        label="Start time"
        type="datetime-local"
        value={form.at}
        onChange={(at) => set({ at })}
        hint="Leave empty to start now."
      />
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? 'Simulating…' : 'Simulate'}
      </button>
    </form>
  );
}

interface SubjectProps {
  form: { who: string; person: string; attributes: string };
  set: (change: { person?: string; attributes?: string }) => void;
  problem: string | undefined;
}

function Subject({ form, set, problem }: SubjectProps) {
  if (form.who === 'person') {
    return <TextInput label="Person ID" value={form.person} onChange={(person) => set({ person })} />;
  }
  return (
    <TextInput
      label="Email, timezone and attributes"
      rows={6}
      value={form.attributes}
      placeholder={example}
      problem={problem}
      onChange={(attributes) => set({ attributes })}
    />
  );
}

function Result({ result: { eligible, decisions, trace } }: { result: Schemas['Simulation'] }) {
  return (
    <section aria-label="Result" role="status">
      <h3>{eligible ? 'Eligible' : 'Not eligible'}</h3>
      <ul className="changes">
        {decisions.map(({ check, outcome, reason }) => (
          <li key={check}>
            <span className={`difference ${outcome === 'block' ? 'removed' : 'added'}`}>{formatWords(outcome)}</span>{' '}
            <span data-value={check}>{formatWords(check)}</span>: {reason}
          </li>
        ))}
      </ul>
      <h3>{trace.length === 0 ? 'No steps' : 'Steps'}</h3>
      <ol className="changes">
        {trace.map((one) => (
          <li key={one.stepId}>
            <time dateTime={one.at} className="small quiet">
              {one.at.slice(0, 16).replace('T', ' ')} UTC
            </time>
            <br />
            <strong>{one.stepId}</strong> {describeTraced(one)}
            <SimulatedDetails step={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SimulatedDetails({ step }: { step: Schemas['SimulatedStep'] }) {
  const { SimulatedDetails: Details } = stepKinds[step.kind];
  return Details === undefined ? null : <Details step={step} />;
}
