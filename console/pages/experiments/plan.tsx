import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hasTooFewVisitors, tooFewVisitors } from '../../../domain/experiments/few-visitors';
import { numberLimits } from '../../../domain/number-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts } from '../../components/facts';
import { Computed } from '../../components/read';
import { useSettled } from '../../components/use-settled';
import { countOf, formatAmount, formatCount, formatNumber, formatShare } from '../../format/number';
import { formatDay } from '../../format/time';
import { planOf, type ExperimentDraft } from './draft';
import { NumberText } from './metric-fields';
import { PlanCurve } from './plan-curve';

/** Estimates the sample size and duration from the metric's recent data. */
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
        <h2 id="plan-heading">Sample size</h2>
        <span className="quiet small">
          <Computed query={query} />
        </span>
      </div>
      {query.error !== null && <p className="alert">{query.error.message}</p>}
      {query.error === null && query.data !== undefined && <Sizes plan={query.data} />}
      <NumberText
        label="Daily page visitors"
        hint="Leave empty to use the recent traffic of all pages."
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
    if (past !== null && hasTooFewVisitors(past.visitors)) return <p role="status">{tooFewVisitors}</p>;
    return (
      <p role="status">
        Not enough data for an estimate: the metric has no values
        {past === null ? '' : ` from ${formatDay(past.from)} to ${formatDay(past.to)}`}, or the minimum effect is too
        large.
      </p>
    );
  }
  return (
    <>
      <p className="figure-value">{countOf(total, 'visitor', 'visitors')}</p>
      <p role="status">
        {formatCount(requiredPerVariant)} per variant
        {days === null
          ? ''
          : `, or ${countOf(days, 'day', 'days')} at ${formatNumber(dailyVisitors ?? 0)} visitors per day`}
        . With this size, the chance to detect an effect of {formatShare(mde)} is {formatShare(targetPower)}, and the
        chance of a false positive is {formatShare(alpha)}.
      </p>
      {plan.curve.length > 1 && <PlanCurve plan={plan} />}
      <Facts
        of={[
          ['Baseline', baselineText(plan)],
          ['Period', past === null ? 'Not set' : `${formatDay(past.from)} to ${formatDay(past.to)}`],
          ['Visitors with data', past === null ? '–' : `${formatCount(past.counted)} of ${formatCount(past.visitors)}`],
          ['Variance reduction (CUPED)', formatShare(plan.varianceReduction)],
        ]}
      />
    </>
  );
}

function baselineText({ baselineRate, baselineMean, past }: Schemas['ExperimentPlan']): string {
  if (baselineRate !== null) return formatShare(baselineRate);
  const mean = baselineMean ?? 0;
  const currency = past?.currency ?? null;
  return `${currency === null ? formatNumber(mean) : formatAmount(mean, currency)} per visitor`;
}
