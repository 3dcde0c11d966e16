import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { numberLimits } from '../../../domain/number-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts } from '../../components/facts';
import { Computed } from '../../components/read';
import { useSettled } from '../../components/use-settled';
import { countOf, formatCount, formatNumber, formatShare } from '../../format/number';
import { formatDay } from '../../format/time';
import { planOf, type ExperimentDraft } from './draft';
import { NumberText } from './metric-fields';

/** How many visitors and days it takes, by what the metric has shown in its last days. */
export function Plan({ draft }: { draft: ExperimentDraft }) {
  const [dailyVisitors, setDailyVisitors] = useState('');
  const settled = useSettled(useMemo(() => planOf(draft, dailyVisitors), [draft, dailyVisitors]));
  const query = useQuery({
    queryKey: ['experiment-plan', settled],
    queryFn: () => unwrap(api.POST('/api/experiments/power', { body: settled })),
    enabled: draft.primary === null || draft.primary.metric.trim() !== '',
    retry: false,
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card stack plan" aria-labelledby="plan-heading">
      <div className="section-head">
        <h2 id="plan-heading">Plan</h2>
        <span className="quiet small">
          <Computed query={query} />
        </span>
      </div>
      {query.error !== null && <p className="alert">{query.error.message}</p>}
      {query.error === null && query.data !== undefined && <Sizes plan={query.data} />}
      <NumberText
        label="Visitors of the page in a day"
        hint="Empty: all visitors of the last days, also of other pages."
        value={dailyVisitors}
        {...numberLimits.dailyVisitors}
        step="any"
        onChange={setDailyVisitors}
      />
    </section>
  );
}

function Sizes({ plan }: { plan: Schemas['ExperimentPlan'] }) {
  const { requiredPerVariant, total, days, dailyVisitors, past, mde, targetPower, alpha } = plan;
  if (requiredPerVariant === null || total === null) {
    return (
      <p role="status">
        There is nothing to plan by yet: the metric has shown nothing
        {past === null ? '' : ` from ${formatDay(past.from)} to ${formatDay(past.to)}`}, or the effect is too large for
        it.
      </p>
    );
  }
  return (
    <>
      <p className="figure-value">{countOf(total, 'visitor', 'visitors')}</p>
      <p role="status">
        {formatCount(requiredPerVariant)} for each variant
        {days === null
          ? ''
          : `, in ${countOf(days, 'day', 'days')} at ${formatNumber(dailyVisitors ?? 0)} visitors a day`}
        . So an effect of {formatShare(mde)} is found with probability {formatShare(targetPower)}; without any effect,
        one is seen with probability {formatShare(alpha)}.
      </p>
      <Facts
        of={[
          ['Baseline', baselineText(plan)],
          ['Counted', past === null ? 'given' : `${formatDay(past.from)} to ${formatDay(past.to)}`],
          ['Visitors counted', past === null ? '–' : `${formatCount(past.counted)} of ${formatCount(past.visitors)}`],
          ['Variance that the past takes away', formatShare(plan.varianceReduction)],
        ]}
      />
    </>
  );
}

function baselineText({ baselineRate, baselineMean, past }: Schemas['ExperimentPlan']): string {
  if (baselineRate !== null) return formatShare(baselineRate);
  return `${formatNumber(baselineMean ?? 0)}${past?.currency === null || past === null ? '' : ` ${past.currency}`} a visitor`;
}
