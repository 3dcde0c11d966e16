import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Forest } from '../../components/chart/forest';
import { Section } from '../../components/facts';
import { FilterChoice } from '../../components/filters';
import { countOf } from '../../format/number';
import { effectOf, formatEffect } from './effect';
import type { ResultsView } from './metric-table';

interface Props {
  results: Schemas['ExperimentResults'];
  view: ResultsView;
  note: ReactNode;
}

const kinds = ['relative', 'absolute'] as const;
const kindWords: Record<string, string> = { relative: 'Relative', absolute: 'Absolute' };

/** Shows how each variant differs from the baseline, by the primary metric. */
export function EffectSection({ results, view, note }: Props) {
  const { variants, metrics, baselineVariantId } = results;
  const { kind, currency, nameOf, titleOf } = view;
  const primary = metrics[0];
  if (primary === undefined) return null;
  const rows = variants
    .filter(({ variantId }) => variantId !== baselineVariantId)
    .map((variant) => {
      const { point, interval } = effectOf(variant, kind);
      return {
        id: variant.variantId,
        name: variant.name,
        point,
        interval,
        note: countOf(variant.exposures, 'visitor', 'visitors'),
      };
    });
  return (
    <Section title={`Effect on ${titleOf(primary.metric)}`} note={note}>
      <div className="filters">
        <FilterChoice
          label="Differences"
          name="show"
          options={kinds}
          initial="relative"
          format={(one) => kindWords[one] ?? one}
        />
        <FilterChoice
          label="Compare with"
          name="baseline"
          options={variants.map(({ variantId }) => variantId)}
          initial={variants[0]?.variantId ?? ''}
          format={nameOf}
        />
      </div>
      <div className="card">
        <Forest
          title={`Effect compared with ${nameOf(baselineVariantId)}`}
          rows={rows}
          format={formatEffect(kind, primary.measure, currency)}
        />
      </div>
    </Section>
  );
}
