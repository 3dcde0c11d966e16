import type { Schemas } from '../../api/client';
import { Facts } from '../../components/facts';
import { countOf, formatCount, formatP, formatShare } from '../../format/number';
import { orDash } from './comparison';

type ExperimentResults = Schemas['ExperimentResults'];

const titles = [
  ['sampleRatio', 'Shares of the variants'],
  ['crossovers', 'Crossovers'],
  ['bots', 'Bots'],
  ['delayedEvents', 'Delayed events'],
  ['currencies', 'Currencies'],
  ['exposureRate', 'Visitors who are exposed'],
  ['earlierStart', 'Starts'],
  ['weightsChanged', 'Weights'],
] as const;

/** What to look at before the figures are trusted, each with what to do about it. */
export function Soundness({ results: { srm, dataQuality, crossovers } }: { results: ExperimentResults }) {
  return (
    <div className="card stack">
      <Facts
        of={[
          [
            'Shares of the variants (SRM)',
            srm.mismatch
              ? `mismatch: they differ from the plan, p ${formatP(srm.pValue)}`
              : `as planned, p ${formatP(srm.pValue)}`,
          ],
          ['Crossovers', `${countOf(crossovers, 'visitor', 'visitors')} saw two variants, and are left out`],
        ]}
      />
      <ul className="checks">
        {titles.map(([name, title]) => {
          const { flagged, meaning } = dataQuality[name];
          return (
            <li key={name}>
              <span className={`status ${flagged ? 'warn' : 'good'}`}>{flagged ? 'look at it' : 'fine'}</span>{' '}
              <strong>{title}.</strong> {meaning}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** How far it is, and what its size finds. */
export function Progress({ results: { power, alpha } }: { results: ExperimentResults }) {
  const { requiredPerVariant, progress, mde, targetPower, achievedPower, detectableEffect, baselineRate } = power;
  return (
    <div className="card stack">
      {requiredPerVariant === null ? (
        <p>How many visitors are needed is not known before the control has conversions.</p>
      ) : (
        <>
          <p>
            <strong>{formatShare(Math.min(progress, 1))}</strong> of the {formatCount(requiredPerVariant)} visitors that
            the smallest variant needs are there.
          </p>
          <progress className="planned" max={1} value={Math.min(progress, 1)} aria-label="Visitors of the plan" />
        </>
      )}
      <Facts
        of={[
          ['Effect to be found', `${formatShare(mde)} of the control’s figure`],
          ['Power that is planned', formatShare(targetPower)],
          ['Power at this size', orDash(achievedPower, formatShare)],
          ['Smallest effect that this size finds', orDash(detectableEffect, formatShare)],
          ['Baseline', String(Number(baselineRate.toPrecision(4)))],
          ['False alarms at most', formatShare(alpha)],
        ]}
      />
    </div>
  );
}
