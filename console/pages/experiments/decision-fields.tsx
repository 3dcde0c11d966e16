import { useId } from 'react';
import { fittingEngine } from '../../../domain/experiments/life';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { CheckField, GroupField, SelectField, TextField } from '../../components/form';
import { useRead } from '../../components/read';
import type { ExperimentDraft } from './draft';

export interface PartProps {
  draft: ExperimentDraft;
  set: (change: Partial<ExperimentDraft>) => void;
}

const modes = [
  ['ab', 'each variant against the control'],
  ['multivariate', 'the same, and the main effect of each factor'],
  ['bandit', 'weights follow what works'],
] as const;

const engines = [
  ['frequentist', 'one look, at the planned size'],
  ['sequential', 'may be looked at always; needs more visitors'],
  ['bayesian', 'probabilities of being best; may be looked at always'],
  ['thompson', 'weights follow what works'],
] as const;

/** By which rules it is decided. */
export function DecisionFields({ draft, set }: PartProps) {
  return (
    <>
      <div className="field-row">
        <SelectField
          label="Mode"
          name="mode"
          value={draft.mode}
          onChange={({ target }) => set(fittingEngine({ mode: target.value as ExperimentDraft['mode'] }, draft))}
          hint={modes.find(([mode]) => mode === draft.mode)?.[1]}
        >
          {modes.map(([mode]) => (
            <option key={mode}>{mode}</option>
          ))}
        </SelectField>
        <SelectField
          label="Engine"
          name="engine"
          value={draft.engine}
          onChange={({ target }) => set(fittingEngine({ engine: target.value as ExperimentDraft['engine'] }, draft))}
          hint={engines.find(([engine]) => engine === draft.engine)?.[1]}
        >
          {engines.map(([engine]) => (
            <option key={engine}>{engine}</option>
          ))}
        </SelectField>
      </div>
      <div className="field-row">
        <Percent
          label="Effect to be found, percent"
          name="mde"
          {...inPercent(numberLimits.mde)}
          value={draft.mdePercent}
          onChange={(mdePercent) => set({ mdePercent })}
          hint="Of the control’s figure: 10 is from 4.0 % to 4.4 %."
        />
        <Percent
          label="Power, percent"
          name="targetPower"
          {...inPercent(numberLimits.targetPower)}
          value={draft.powerPercent}
          onChange={(powerPercent) => set({ powerPercent })}
          hint="How probably it is found when it is there."
        />
        <Percent
          label="Alpha, percent"
          name="alpha"
          {...inPercent(numberLimits.alpha)}
          value={draft.alphaPercent}
          onChange={(alphaPercent) => set({ alphaPercent })}
          hint="How probably one is seen when there is none."
        />
      </div>
    </>
  );
}

interface PercentProps {
  label: string;
  name: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
  hint: string;
}

const Percent = ({ onChange, ...props }: PercentProps) => (
  <TextField {...props} type="number" step="any" required onChange={({ target }) => onChange(Number(target.value))} />
);

/** Which visitors count, for how long, and against what of their past. */
export function CountingFields({ draft, set }: PartProps) {
  const list = useId();
  const { data: experiments = [] } = useRead(['experiments'], () => unwrap(api.GET('/api/experiments')));
  const groups = [...new Set(experiments.flatMap(({ exclusionGroup }) => exclusionGroup ?? []))];
  return (
    <GroupField label="Who and what counts" name="counting">
      <div className="field-row">
        <TextField
          label="Exclusion group"
          name="exclusionGroup"
          maxLength={textLimits.name}
          value={draft.exclusionGroup}
          list={list}
          onChange={({ target }) => set({ exclusionGroup: target.value })}
          hint="Experiments of one group share no visitor. May stay empty."
        />
        <datalist id={list}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <TextField
          label="Attribution window, days"
          name="attributionWindowDays"
          type="number"
          {...numberLimits.attributionWindowDays}
          value={draft.windowDays}
          onChange={({ target }) => set({ windowDays: target.value })}
          hint="After the exposure. Empty: as long as the experiment lasts."
        />
      </div>
      <CheckField
        label="Adjust for what visitors did before (CUPED)"
        name="cuped"
        checked={draft.cuped}
        onChange={({ target }) => set({ cuped: target.checked })}
        hint="Narrows the intervals where visitors are known from before their exposure."
      />
      <TextField
        label="Type"
        name="type"
        maxLength={textLimits.experimentType}
        value={draft.type}
        placeholder="web_ab_test"
        onChange={({ target }) => set({ type: target.value })}
        hint="A name of your own for its kind."
      />
    </GroupField>
  );
}
