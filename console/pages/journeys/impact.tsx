import { classifyImpact, type ImpactVerdict } from '../../../domain/journeys/impact-verdict';
import { api, unwrap, type Schemas } from '../../api/client';
import { Forest } from '../../components/chart/forest';
import { Facts, Section } from '../../components/facts';
import { Computed, Read, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { countOf, formatChange, formatCount, formatShare } from '../../format/number';
import './impact.css';
import { Losses } from './losses';
import { Trend } from './trend';

/** The generated client types a pair as a list. */
type CalibratedImpact = Omit<Schemas['CalibratedImpact'], 'liftInterval95'> & { liftInterval95: number[] | null };

/** The effect of the journey, compared with its holdout group. */
export function Impact({ journeyId: id, goal }: { journeyId: string; goal: string | null }) {
  const query = useRead(['journeys', id, 'impact'], () =>
    unwrap(api.GET('/api/journeys/{id}/calibrated-impact', { params: { path: { id } } })),
  );
  return (
    <>
      <Section
        title="Impact"
        note={
          <>
            People who entered since the first publication. <Computed query={query} />
          </>
        }
      >
        <Read query={query}>{(impact) => <Cohorts impact={impact} goal={goal} />}</Read>
      </Section>
      <Section title="Last 30 days" note="People by the day of their first entry">
        <Read query={query}>
          {({ dailyTrend }) =>
            dailyTrend.every(({ exposed, holdout }) => exposed + holdout === 0) ? (
              <EmptyState title="No entries in the last 30 days." />
            ) : (
              <Trend journeyId={id} days={dailyTrend} goal={goal} />
            )
          }
        </Read>
      </Section>
      <Losses journeyId={id} />
    </>
  );
}

function Cohorts({ impact, goal }: { impact: CalibratedImpact; goal: string | null }) {
  const { triggered, converted, exposureRate, holdoutRate, lift } = impact;
  const interval = impact.liftInterval95 as [number, number] | null;
  const verdict = classifyImpact({ ...impact, liftInterval95: interval });
  if (goal === null) {
    return (
      <div className="card stack">
        <Facts
          of={[
            ['Treatment', countOf(triggered.exposed, 'person', 'people')],
            ['Holdout group', countOf(triggered.holdout, 'person', 'people')],
          ]}
        />
        <p className="figure-note">This journey has no goal. Set a goal event in the draft to measure its effect.</p>
      </div>
    );
  }
  return (
    <div className="card stack">
      <Facts
        of={[
          ['Treatment', describeCohort(converted.exposed, triggered.exposed, exposureRate)],
          ['Holdout group', describeCohort(converted.holdout, triggered.holdout, holdoutRate)],
        ]}
      />
      <h3>Lift over the holdout group, with its 95% confidence interval</h3>
      <Forest
        title="Lift over the holdout group"
        format={formatChange}
        rows={[{ id: 'lift', name: 'Goal rate', point: lift, interval, ...toneOf(verdict, lift) }]}
      />
      {verdict === 'unclear' && (
        <p className="figure-note">No clear difference yet: the interval includes 0, so it may be due to chance.</p>
      )}
      {verdict === 'early' && (
        <p className="figure-note">
          Early result: the {triggered.holdout < triggered.exposed ? 'holdout' : 'treatment'} group has only{' '}
          {countOf(Math.min(triggered.holdout, triggered.exposed), 'person', 'people')}.
        </p>
      )}
    </div>
  );
}

function toneOf(verdict: ImpactVerdict, lift: number | null): { tone?: 'good' | 'bad' } {
  if (lift === null || verdict === 'none' || verdict === 'unclear') return {};
  return { tone: lift > 0 ? 'good' : 'bad' };
}

const describeCohort = (converted: number, triggered: number, rate: number): string =>
  triggered === 0
    ? 'None yet'
    : `${formatCount(converted)} of ${formatCount(triggered)} reached the goal (${formatShare(rate)})`;
