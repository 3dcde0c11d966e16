import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Form, GroupField, TextField } from '../../components/form';
import { formatNumber } from '../../format/number';
import { NumberInput } from '../journeys/panel/fields';
import { addUp, servingBody, servingOf, type ServingDraft } from './draft';
import { TrafficField } from './traffic-field';

/** What can change while an experiment runs: its name, how many take part, and which share each variant gets. */
export function ServingForm({ experiment }: { experiment: Schemas['Experiment'] }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => servingOf(experiment));
  const { name, trafficSplit, variants } = draft;
  return (
    <Form
      send={async () => {
        const body = servingBody(draft, experiment);
        await unwrap(api.PATCH('/api/experiments/{id}', { params: { path: { id: experiment.id } }, body }));
        await client.invalidateQueries({ queryKey: ['experiments'] });
      }}
      button="Save"
      done="Traffic and weights are saved. Visitors see them within seconds."
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
          ? 'The engine sets the weights anew every hour. A variant of weight 0 is switched off, and stays so.'
          : 'Visitors who have seen a variant keep it. The check of sample ratios knows when weights changed.'}
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
            label={`${name}, percent`}
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
        The weights are {formatNumber(total)} % together{isWhole ? '.' : ', and have to be 100 %.'}
      </p>
    </GroupField>
  );
}
