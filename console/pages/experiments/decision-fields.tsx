import { useId } from 'react';
import { fittingEngine } from '../../../domain/experiments/life';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { CheckField, GroupField, SelectField, TextField } from '../../components/form';
import { useRead } from '../../components/read';
import type { ExperimentDraft } from './draft';
import { engineWords, modeWords } from './words';

export interface PartProps {
  draft: ExperimentDraft;
  set: (change: Partial<ExperimentDraft>) => void;
}

const modes = [
  ['ab', 'Compares each variant with the control.'],
  ['multivariate', 'Also measures the main effect of each factor.'],
  ['bandit', 'Sends more visitors to variants that perform better.'],
] as const;

const engines = [
  ['frequentist', 'Decides once, at the planned sample size.'],
  ['sequential', 'Results are valid at any time. Needs more visitors.'],
  ['bayesian', 'Shows the probability that each variant is best, at any time.'],
  ['thompson', 'Updates the weights from the results every hour.'],
] as const;

/** Edits the mode, the statistics engine and the error rates. */
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
            <option key={mode} value={mode}>
              {modeWords[mode]}
            </option>
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
            <option key={engine} value={engine}>
              {engineWords[engine]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="field-row">
        <Percent
          label="Minimum effect (%)"
          name="mde"
          {...inPercent(numberLimits.mde)}
          value={draft.mdePercent}
          onChange={(mdePercent) => set({ mdePercent })}
          hint="Relative to the control: 10 means from 4.0% to 4.4%."
        />
        <Percent
          label="Power (%)"
          name="targetPower"
          {...inPercent(numberLimits.targetPower)}
          value={draft.powerPercent}
          onChange={(powerPercent) => set({ powerPercent })}
          hint="Chance to detect this effect if it exists."
        />
        <Percent
          label="Alpha (%)"
          name="alpha"
          {...inPercent(numberLimits.alpha)}
          value={draft.alphaPercent}
          onChange={(alphaPercent) => set({ alphaPercent })}
          hint="Chance of a false positive if there is no effect."
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

/** Edits which visitors and conversions count. */
export function CountingFields({ draft, set }: PartProps) {
  const list = useId();
  const { data: experiments = [] } = useRead(['experiments'], () => unwrap(api.GET('/api/experiments')));
  const groups = [...new Set(experiments.flatMap(({ exclusionGroup }) => exclusionGroup ?? []))];
  return (
    <GroupField label="Counting rules" name="counting">
      <div className="field-row">
        <TextField
          label="Exclusion group"
          name="exclusionGroup"
          maxLength={textLimits.name}
          value={draft.exclusionGroup}
          list={list}
          onChange={({ target }) => set({ exclusionGroup: target.value })}
          hint="Optional. A visitor takes part in at most one experiment of a group."
        />
        <datalist id={list}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <TextField
          label="Attribution window (days)"
          name="attributionWindowDays"
          type="number"
          {...numberLimits.attributionWindowDays}
          value={draft.windowDays}
          onChange={({ target }) => set({ windowDays: target.value })}
          hint="Events count this many days after exposure. Leave empty to count until the end."
        />
      </div>
      <CheckField
        label="Adjust for past behavior (CUPED)"
        name="cuped"
        checked={draft.cuped}
        onChange={({ target }) => set({ cuped: target.checked })}
        hint="Uses earlier events of visitors to narrow the intervals."
      />
      <TextField
        label="Type"
        name="type"
        maxLength={textLimits.experimentType}
        value={draft.type}
        placeholder="web_ab_test"
        onChange={({ target }) => set({ type: target.value })}
        hint="Your own category for the experiment."
      />
    </GroupField>
  );
}
