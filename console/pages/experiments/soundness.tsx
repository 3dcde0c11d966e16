import type { Schemas } from '../../api/client';
import { Facts } from '../../components/facts';
import { countOf, formatCount, formatNumber, formatP, formatShare } from '../../format/number';
import { formatDaysLeft } from '../../format/verdict';
import { orDash } from './comparison';

type ExperimentResults = Schemas['ExperimentResults'];

const titles = [
  ['sampleRatio', 'Sample ratio'],
  ['crossovers', 'Crossovers'],
  ['bots', 'Bots'],
  ['delayedEvents', 'Delayed events'],
  ['currencies', 'Currencies'],
  ['exposureRate', 'Exposure rate'],
  ['applyErrors', 'Apply errors'],
  ['earlierStart', 'Earlier starts'],
  ['weightsChanged', 'Weight changes'],
] as const;

/** Shows the data quality checks and what to do about each; one line if all is well. */
export function Soundness({ results }: { results: ExperimentResults }) {
  const { srm, dataQuality } = results;
  const flagged = titles.filter(([name]) => dataQuality[name].flagged);
  const isWell = flagged.length === 0 && !srm.mismatch;
  return (
    <details className="card soundness" open={!isWell}>
      <summary>
        {isWell ? (
          <>
            <span className="status good">OK</span> All {titles.length} checks passed
          </>
        ) : (
          <>
            <span className="status warn">Check</span> {flagged.map(([, title]) => title).join(', ')}
          </>
        )}
      </summary>
      <Checks results={results} />
    </details>
  );
}

function Checks({ results }: { results: ExperimentResults }) {
  const { srm, dataQuality, crossovers } = results;
  return (
    <div className="stack">
      <Facts
        of={[
          [
            'Sample ratio (SRM)',
            srm.mismatch
              ? `Mismatch with the weights (p = ${formatP(srm.pValue)})`
              : `As planned (p = ${formatP(srm.pValue)})`,
          ],
          ['Crossovers', `${countOf(crossovers, 'visitor', 'visitors')} excluded for seeing two variants`],
        ]}
      />
      <ul className="checks">
        {titles.map(([name, title]) => {
          const { flagged, meaning } = dataQuality[name];
          return (
            <li key={name}>
              <span className={`status ${flagged ? 'warn' : 'good'}`}>{flagged ? 'Check' : 'OK'}</span>{' '}
              <strong>{title}.</strong> {meaning}
              {name === 'applyErrors' && <ApplyErrors results={results} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Shows, for each variant, how many visitors did not get it, and why. */
function ApplyErrors({ results: { variants, dataQuality } }: { results: ExperimentResults }) {
  const nameOf = (id: string): string => variants.find(({ variantId }) => variantId === id)?.name ?? id;
  return (
    <ul>
      {dataQuality.applyErrors.variants.map(({ variantId, visitors, unexposed, share, reasons }) => (
        <li key={variantId} data-variant={variantId}>
          {nameOf(variantId)}: {countOf(visitors, 'visitor', 'visitors')} ({formatShare(share)}),{' '}
          {formatCount(unexposed)} without an exposure
          <ul>
            {reasons.map(({ reason, visitors: affected }) => (
              <li key={reason}>
                <code>{reason}</code>: {countOf(affected, 'visitor', 'visitors')}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Shows the progress towards the planned sample size, and the power so far. */
export function Progress({ results: { power, alpha, metrics, daysLeft } }: { results: ExperimentResults }) {
  const { requiredPerVariant, progress, mde, targetPower, achievedPower, detectableEffect, baselineRate } = power;
  const isRate = (metrics[0]?.measure ?? 'conversion') === 'conversion';
  return (
    <div className="card stack">
      {requiredPerVariant === null ? (
        <p>Not enough data yet: the sample size is estimated from the control’s conversions.</p>
      ) : (
        <>
          <p>
            The smallest variant has <strong>{formatShare(Math.min(progress, 1))}</strong> of the{' '}
            {formatCount(requiredPerVariant)} visitors it needs.
            {daysLeft !== null && daysLeft > 0 && ` ${formatDaysLeft(daysLeft)}.`}
          </p>
          <progress className="planned" max={1} value={Math.min(progress, 1)} aria-label="Progress" />
        </>
      )}
      <Facts
        of={[
          ['Minimum effect', `${formatShare(mde)} relative to the control`],
          ['Planned power', formatShare(targetPower)],
          ['Power so far', orDash(achievedPower, formatShare)],
          ['Detectable effect so far', orDash(detectableEffect, formatShare)],
          ['Baseline', isRate ? formatShare(baselineRate) : formatNumber(baselineRate)],
          ['False positive rate (alpha)', formatShare(alpha)],
        ]}
      />
    </div>
  );
}
