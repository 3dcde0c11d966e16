import { useState } from 'react';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { GroupField, TextArea, TextField } from '../../components/form';
import { formatNumber } from '../../format/number';
import { NumberInput } from '../journeys/panel/fields';
import { ChangeFields } from './change-fields';
import { addUp, emptyVariant, evenly, type ExperimentDraft, type VariantDraft } from './draft';
import { LevelFields } from './level-fields';

interface Props {
  variants: readonly VariantDraft[];
  mode: ExperimentDraft['mode'];
  /** Whether the workspace allows variants with scripts. */
  scripts: boolean;
  onChange: (variants: VariantDraft[]) => void;
}

/** Edits the variants and their weights. The first variant is the control. */
export function VariantFields({ variants, mode, scripts, onChange }: Props) {
  const set = (index: number, change: Partial<VariantDraft>): void =>
    onChange(variants.map((one, place) => (place === index ? { ...one, ...change } : one)));
  const total = addUp(variants);
  const added = { ...emptyVariant, name: `Variant ${variants.length}` };
  return (
    <>
      {variants.map((variant, index) => (
        <Variant
          key={index}
          variant={variant}
          index={index}
          mode={mode}
          scripts={scripts}
          onChange={(change) => set(index, change)}
          onRemove={
            index === 0 || variants.length < 3
              ? undefined
              : () => onChange(evenly(variants.filter((_one, place) => place !== index)))
          }
        />
      ))}
      <div className="button-row">
        <button type="button" className="button" onClick={() => onChange(evenly([...variants, added]))}>
          Add variant
        </button>
        <button type="button" className="button" onClick={() => onChange(evenly(variants))}>
          Split evenly
        </button>
      </div>
      <p className={Math.abs(total - 100) < 0.01 ? 'hint' : 'problem'} role="status">
        The weights add up to {formatNumber(total)}%.{Math.abs(total - 100) < 0.01 ? '' : ' They must add up to 100%.'}
      </p>
    </>
  );
}

interface VariantProps extends Pick<Props, 'mode' | 'scripts'> {
  variant: VariantDraft;
  index: number;
  onChange: (change: Partial<VariantDraft>) => void;
  onRemove: (() => void) | undefined;
}

function Variant({ variant, index, mode, scripts, onChange, onRemove }: VariantProps) {
  const { name, weightPercent, css, js, changes, levels } = variant;
  const at = `variants.${index}`;
  return (
    <GroupField label={index === 0 ? 'Control' : `Variant ${index}`} name={at}>
      <div className="field-pair">
        <TextField
          label="Name"
          name={`${at}.name`}
          required
          maxLength={textLimits.name}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <NumberInput
          label="Weight (%)"
          value={weightPercent}
          {...inPercent(numberLimits.share)}
          step={0.01}
          onChange={(next) => onChange({ weightPercent: next })}
        />
      </div>
      {(mode === 'multivariate' || levels.length > 0) && (
        <LevelFields levels={levels} onChange={(next) => onChange({ levels: next })} />
      )}
      <ChangeFields name={`${at}.patch`} changes={changes} onChange={(next) => onChange({ changes: next })} />
      <Code label="CSS" name={`${at}.css`} value={css} onChange={(next) => onChange({ css: next })} />
      {(scripts || js !== '') && (
        <Code
          label="JavaScript"
          name={`${at}.js`}
          value={js}
          hint="Runs on pages that show the variant."
          onChange={(next) => onChange({ js: next })}
        />
      )}
      {onRemove !== undefined && (
        <button type="button" className="button text bad" onClick={onRemove}>
          Remove variant
        </button>
      )}
    </GroupField>
  );
}

interface CodeProps {
  label: string;
  name: string;
  value: string;
  hint?: string;
  onChange: (value: string) => void;
}

/** Collapsed if it is empty at first. */
function Code({ label, value, onChange, ...field }: CodeProps) {
  const [isOpen] = useState(value !== '');
  return (
    <details open={isOpen}>
      <summary>{label}</summary>
      <TextArea
        {...field}
        label={label}
        rows={4}
        className="mono"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </details>
  );
}
