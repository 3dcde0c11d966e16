import { useState } from 'react';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import type { Schemas } from '../../api/client';
import { Form, GroupField, TextField } from '../../components/form';
import { formatNumber } from '../../format/number';
import { NumberInput } from '../journeys/panel/fields';
import { addUp, servingBody, servingOf, type ServingDraft } from './draft';
import { TrafficField } from './traffic-field';

interface Props {
  experiment: Schemas['Experiment'];
  /** @throws ApiError; the form shows its details at their fields */
  save: (body: Schemas['UpdateExperiment']) => Promise<unknown>;
}

/** Edits the fields that can change while an experiment runs: name, traffic and weights. */
export function ServingForm({ experiment, save }: Props) {
  const [draft, setDraft] = useState(() => servingOf(experiment));
  const { name, trafficSplit, variants } = draft;
  return (
    <Form
      send={() => save(servingBody(draft, experiment))}
      button="Save"
      done="Traffic and weights saved. Visitors see the change within seconds."
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={textLimits.name}
        value={name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <TrafficField value={trafficSplit} onChange={(percent) => setDraft({ ...draft, trafficSplit: percent })} />
      <Weights variants={variants} onChange={(next) => setDraft({ ...draft, variants: next })} />
      <p className="hint">
        {experiment.engine === 'thompson'
          ? 'The engine updates the weights every hour. A variant with weight 0 stays off.'
          : 'Visitors keep the variant they have seen. The sample ratio check accounts for changed weights.'}
      </p>
    </Form>
  );
}

interface WeightsProps {
  variants: ServingDraft['variants'];
  onChange: (variants: ServingDraft['variants']) => void;
}

function Weights({ variants, onChange }: WeightsProps) {
  const total = addUp(variants);
  const isWhole = Math.abs(total - 100) < 0.01;
  return (
    <GroupField label="Weights" name="variants">
      <div className="field-row">
        {variants.map(({ id, name, weightPercent }, index) => (
          <NumberInput
            key={id}
            label={`${name} (%)`}
            value={weightPercent}
            {...inPercent(numberLimits.share)}
            step={0.01}
            onChange={(next) =>
              onChange(variants.map((one, place) => (place === index ? { ...one, weightPercent: next } : one)))
            }
          />
        ))}
      </div>
      <p className={isWhole ? 'hint' : 'problem'} role="status">
        The weights add up to {formatNumber(total)}%.{isWhole ? '' : ' They must add up to 100%.'}
      </p>
    </GroupField>
  );
}
