import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, ApiError, unwrap } from '../../api/client';
import { Form, GroupField, SelectField, TextField } from '../../components/form';
import { useRead } from '../../components/read';
import { CountingFields, DecisionFields, type PartProps } from './decision-fields';
import { emptyMetric, type ExperimentDraft } from './draft';
import { draftProblems } from './draft-problems';
import './experiments.css';
import { MetricFields, MetricList } from './metric-fields';
import { Plan } from './plan';
import { Moves, Step, StepList, stepOf, stepTitles, useSteps } from './steps';
import { TrafficField } from './traffic-field';
import { VariantFields } from './variant-fields';

interface Props {
  initial: ExperimentDraft;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (draft: ExperimentDraft) => Promise<unknown>;
  /** Whether the experiment is not stored yet: it is created at the last step. */
  isNew?: boolean;
}

/** Edits an experiment in four steps, next to its sample size estimate. */
export function ExperimentForm({ initial, button, done, save, isNew = false }: Props) {
  const [draft, setDraft] = useState(initial);
  const { data: workspace } = useRead(['workspace'], () => unwrap(api.GET('/api/workspace')));
  const { allowJsPatches = true } = workspace ?? {};
  const { step, move, body, check } = useSteps();
  const set = (change: Partial<ExperimentDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const problems = draftProblems(draft, { allowJsPatches });
  const send = async (): Promise<unknown> => {
    try {
      return await save(draft);
    } catch (error) {
      const [first] = error instanceof ApiError ? error.details : [];
      if (first !== undefined) move(stepOf(first.path));
      throw error;
    }
  };
  const isLast = step === stepTitles.length - 1;
  return (
    <div className="experiment-form">
      <div ref={body} onInvalidCapture={({ target }) => check(target)}>
        <StepList step={step} onStep={move} problems={problems} />
        <Form
          send={send}
          button={button}
          done={done}
          problems={problems}
          sendable={!isNew || isLast}
          actions={<Moves step={step} onStep={move} isPrimary={isNew} />}
        >
          <Step index={0} step={step}>
            <What draft={draft} set={set} />
          </Step>
          <Step index={1} step={step}>
            <VariantFields
              variants={draft.variants}
              mode={draft.mode}
              scripts={allowJsPatches}
              onChange={(variants) => set({ variants })}
            />
          </Step>
          <Step index={2} step={step}>
            <Metrics draft={draft} set={set} />
          </Step>
          <Step index={3} step={step}>
            <DecisionFields draft={draft} set={set} />
            <CountingFields draft={draft} set={set} />
          </Step>
        </Form>
      </div>
      <Plan draft={draft} />
    </div>
  );
}

function What({ draft, set }: PartProps) {
  const { data: beliefs = [] } = useRead(['beliefs', 'all'], () => unwrap(api.GET('/api/beliefs')));
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={textLimits.name}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label="Belief"
        name="beliefId"
        value={draft.beliefId ?? ''}
        onChange={({ target }) => set({ beliefId: target.value === '' ? null : target.value })}
        hint="The result becomes evidence for or against it."
      >
        <option value="">None</option>
        {beliefs.map(({ id, statement }) => (
          <option key={id} value={id}>
            {statement}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Page"
        name="targetUrl"
        required
        maxLength={textLimits.targetUrl}
        placeholder="/pricing"
        value={draft.targetUrl}
        onChange={({ target }) => set({ targetUrl: target.value })}
        hint="For example, /pricing, /blog/* or shop.example.com/pricing. Start with re: for a regular expression."
      />
      <TrafficField value={draft.trafficSplit} onChange={(trafficSplit) => set({ trafficSplit })} />
    </>
  );
}

function Metrics({ draft, set }: PartProps) {
  const { data: conversions = [] } = useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  return (
    <>
      {draft.primary === null ? (
        <GroupField label="Primary metric" name="primaryMetric">
          <p>The workspace’s primary conversion is used.</p>
          <button type="button" className="button" onClick={() => set({ primary: emptyMetric })}>
            Use another metric
          </button>
        </GroupField>
      ) : (
        <MetricFields
          label="Primary metric"
          name="primaryMetric"
          value={draft.primary}
          conversions={conversions}
          onChange={(primary) => set({ primary })}
          onRemove={() => set({ primary: null })}
        />
      )}
      <MetricList
        title="Secondary metric"
        name="secondaryMetrics"
        values={draft.secondary}
        conversions={conversions}
        onChange={(secondary) => set({ secondary })}
      />
      <MetricList
        title="Guardrail"
        name="guardrailMetrics"
        values={draft.guardrails}
        conversions={conversions}
        onChange={(guardrails) => set({ guardrails })}
      />
    </>
  );
}
