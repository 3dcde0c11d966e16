import { credibleInterval } from '../../domain/experiments/bayesian';
import { sumsOfProportion, testMetric } from '../../domain/experiments/comparison';
import { twoProportionTest } from '../../domain/experiments/fixed-horizon';
import { requiredPerVariant } from '../../domain/experiments/power';
import { experimentStatistics, type ExperimentCounts } from '../../domain/experiments/results';
import { sampleRatio } from '../../domain/experiments/srm';
import type { Proportion } from '../../domain/statistics/proportion';
import { buys } from '../support/peeking';
import { drawBinomial, seededRandom } from '../support/seeded-random';

/** Checks the promised error rates and power of verdicts on simulated visitors with fixed seeds. */

const alpha = 0.05;

function shareOf(times: number, happens: () => boolean): number {
  let count = 0;
  for (let time = 0; time < times; time += 1) if (happens()) count += 1;
  return count / times;
}

function report(what: string, share: number): number {
  console.log(`${what}: ${share.toFixed(4)}`);
  return share;
}

const draw = (random: () => number, n: number, rate: number): Proportion => ({
  n,
  conversions: drawBinomial(random, n, rate),
});

const compareRates = (control: Proportion, treatment: Proportion, engine: ExperimentCounts['engine']) =>
  testMetric(
    'conversion',
    { control: sumsOfProportion(control), treatment: sumsOfProportion(treatment) },
    { engine, alpha },
  );

const statisticsOf = (engine: ExperimentCounts['engine'], arms: Proportion[]) =>
  experimentStatistics({
    engine,
    status: 'running',
    alpha,
    mde: 0.2,
    targetPower: 0.8,
    metrics: [],
    variants: arms.map(({ n, conversions }, index) => ({
      variantId: String(index),
      name: '',
      exposures: n,
      conversions,
      expectedExposures: n,
    })),
  });

/** Returns whether any look finds something. Looks are at equal intervals of visitors per arm. */
function anyLook(random: () => number, rates: [number, number], looks: number, found: (arms: Proportion[]) => boolean) {
  const arms = rates.map((): Proportion => ({ n: 0, conversions: 0 }));
  for (let look = 0; look < looks; look += 1) {
    rates.forEach((rate, index) => {
      arms[index]!.n += 50;
      arms[index]!.conversions += drawBinomial(random, 50, rate);
    });
    if (found(arms)) return true;
  }
  return false;
}

describe('false alarms without an effect', () => {
  it('with a fixed horizon are at most 5 %, at one look', () => {
    const random = seededRandom(1);
    const share = shareOf(10_000, () => {
      const [control, treatment] = [draw(random, 2_000, 0.1), draw(random, 2_000, 0.1)];
      return twoProportionTest(control, treatment).pValue < alpha;
    });
    expect(report('fixed horizon, 10,000 A/A tests, false alarms', share)).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.06);
  });

  it('with a fixed horizon and four treatments are at most 5 %, with Holm’s correction', () => {
    const random = seededRandom(2);
    const share = shareOf(1_200, () => {
      // A size at which nearly all arms have enough visitors.
      const arms = Array.from({ length: 5 }, () => draw(random, 5_000, 0.1));
      return ['ship', 'roll_back'].includes(statisticsOf('frequentist', arms).recommendation);
    });
    expect(report('fixed horizon, five equal variants, verdicts', share)).toBeLessThanOrEqual(0.05);
  });

  it.each([
    [0.1, 200],
    [0.02, 400],
  ])(
    'of the sequential engine are at most 5 %% at a rate of %d over %d looks, unlike the fixed test',
    (rate, looks) => {
      const looked = (engine: ExperimentCounts['engine']): number => {
        const random = seededRandom(3);
        return shareOf(1_000, () =>
          anyLook(random, [rate, rate], looks, ([control, treatment]) => {
            const { pValue } = compareRates(control!, treatment!, engine);
            return pValue !== null && pValue < alpha;
          }),
        );
      };
      const [sequential, fixed] = [looked('sequential'), looked('frequentist')];
      report(`fixed horizon test at ${rate}, looked at ${looks} times, false alarms`, fixed);
      expect(report(`sequential at ${rate}, looked at ${looks} times, false alarms`, sequential)).toBeLessThanOrEqual(
        0.05,
      );
      expect(fixed).toBeGreaterThan(0.2);
    },
  );

  it('of the sequential engine’s recommendations are at most 5 %', () => {
    const random = seededRandom(4);
    const share = shareOf(150, () =>
      anyLook(random, [0.02, 0.02], 40, (arms) =>
        ['ship', 'roll_back'].includes(statisticsOf('sequential', arms).recommendation),
      ),
    );
    expect(report('sequential recommendations, 40 looks at 2 %, verdicts', share)).toBeLessThanOrEqual(0.05);
  });

  it('of the sample ratio check are 0.1 %', () => {
    const random = seededRandom(5);
    const share = shareOf(20_000, () => {
      const first = drawBinomial(random, 1_000, 0.5);
      return sampleRatio([first, 1_000 - first], [0.5, 0.5]).mismatch;
    });
    expect(report('sample ratio, 20,000 honest splits, mismatches', share)).toBeLessThan(0.002);
  });
});

describe('intervals contain the true value', () => {
  const near95 = (what: string, share: number): void => {
    expect(report(`${what}, coverage`, share)).toBeGreaterThan(0.94);
    expect(share).toBeLessThan(0.96);
  };

  it('of the lift in 95 % of cases', () => {
    const random = seededRandom(6);
    const share = shareOf(6_000, () => {
      const test = compareRates(draw(random, 3_000, 0.1), draw(random, 3_000, 0.12), 'frequentist');
      const [low, high] = test.intervalAt(alpha)!;
      return low <= 0.2 && 0.2 <= high;
    });
    near95('score interval, lift of 20 %', share);
  });

  it.each([
    [1, 1_000, 1.2],
    [1.5, 1_000, 1.2],
    [1.5, 5_000, 1],
    [2, 1_000, 1],
  ])('of revenue lift with log-sd %d in at least 93 % of cases with %d visitors per arm', (deviation, n, factor) => {
    const [random, draw] = [seededRandom(12), buys(0.05, deviation, [1, factor])];
    const sumsOf = (arm: number) => {
      const values = Array.from({ length: n }, () => draw(random, arm));
      const sum = (of: (value: number) => number) => values.reduce((total, value) => total + of(value), 0);
      return { n, post: { sum: sum((value) => value), sumSquares: sum((value) => value * value) } };
    };
    const truth = factor - 1;
    let [bounded, held] = [0, 0];
    for (let run = 0; run < 2_000; run += 1) {
      const test = testMetric(
        'revenue',
        { control: sumsOf(0), treatment: sumsOf(1) },
        { engine: 'frequentist', alpha },
      );
      const interval = test.intervalAt(alpha);
      // An interval without a finite end is not shown.
      if (interval === null) continue;
      bounded += 1;
      if (interval[0] <= truth && truth <= interval[1]) held += 1;
    }
    expect(report(`Fieller, 5 % buyers, log-sd ${deviation}, ${n} an arm, coverage`, held / bounded)).toBeGreaterThan(
      0.93,
    );
    expect(bounded).toBeGreaterThan(1_500);
  });

  it('of a rate drawn from the prior in 95 % of cases', () => {
    const random = seededRandom(8);
    const share = shareOf(10_000, () => {
      const rate = random();
      const { n, conversions } = draw(random, 100, rate);
      const [low, high] = credibleInterval({ successes: conversions, failures: n - conversions }, alpha);
      return low <= rate && rate <= high;
    });
    near95('credible interval', share);
  });

  it.each([0.05, 0.1, 0.12])(
    'of the lift of %d over 0.1 at all 200 looks together in at least 95 % of cases',
    (rate) => {
      const random = seededRandom(9);
      const truth = rate / 0.1 - 1;
      const missed = shareOf(1_000, () =>
        anyLook(random, [0.1, rate], 200, ([control, treatment]) => {
          const interval = compareRates(control!, treatment!, 'sequential').intervalAt(alpha);
          return interval !== null && (interval[0] > truth || interval[1] < truth);
        }),
      );
      const share = report(`confidence sequence, 0.1 and ${rate}, all of 200 looks, coverage`, 1 - missed);
      expect(share).toBeGreaterThanOrEqual(0.95);
    },
  );
});

describe('power', () => {
  it.each([
    [0.1, 0.2, 0.8],
    [0.05, 0.4, 0.9],
  ])('at the size for a baseline of %d and a lift of %d is %d', (baseline, mde, targetPower) => {
    const random = seededRandom(10);
    const n = requiredPerVariant({ mean: baseline }, mde, {
      engine: 'frequentist',
      alpha,
      targetPower,
      treatments: 1,
    })!;
    const share = shareOf(4_000, () => {
      const treatment = draw(random, n, baseline * (1 + mde));
      return twoProportionTest(draw(random, n, baseline), treatment).pValue < alpha;
    });
    report(`${n} an arm for ${baseline} and +${mde}, found`, share);
    expect(Math.abs(share - targetPower)).toBeLessThan(0.02);
  });
});
