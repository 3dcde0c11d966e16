import { channels, touchOf } from '../../../domain/analytics/channel';
import { courseOf, type Circumstances, type Entrant } from '../../../dev/demo-shop/journey-course';
import { shopJourneys } from '../../../dev/demo-shop/journeys';
import { personOf } from '../../../dev/demo-shop/people';
import { seededRandom } from '../../../dev/demo-shop/random';
import { returnSources, site, sources } from '../../../dev/demo-shop/shop';
import { createShoppers, type Shown } from '../../../dev/demo-shop/visit-events';
import { historyDays, planVisits, startOfDay } from '../../../dev/demo-shop/visits';

/** The plan of the Demo shop, without a database. */

const now = new Date('2026-11-29T18:30:00Z');
const dayMs = 86_400_000;

test('the history has 90 days that grow, nothing in the future, and one unusual day; the same day gives the same visits', () => {
  const visits = planVisits(now);
  expect(planVisits(now)).toEqual(visits);
  const visitors = new Set(visits.map(({ visitorId }) => visitorId)).size;
  expect(visitors).toBeGreaterThan(19_500);
  expect(visitors).toBeLessThan(21_000);
  expect(visits.every(({ at }, index) => at >= (visits[index - 1]?.at ?? 0) && at < now.getTime())).toBe(true);
  const byDay = Array.from({ length: historyDays }, (_, index) => {
    const start = startOfDay(now, index - historyDays + 1);
    return visits.filter(({ at }) => at >= start && at < start + dayMs).length;
  });
  expect(Math.min(...byDay)).toBeGreaterThan(100);
  const week = (from: number): number => byDay.slice(from, from + 7).reduce((sum, count) => sum + count, 0);
  expect(week(80)).toBeGreaterThan(1.3 * week(7));
  expect(byDay.at(-3)).toBeGreaterThan(1.5 * (byDay.at(-10) ?? 0));
});

test('visitors come through most channels', () => {
  const found = new Set(
    [...sources, ...returnSources].map(({ landing, referrer }) => touchOf({ url: site + landing, referrer }).channel),
  );
  expect(channels.filter((channel) => found.has(channel))).toHaveLength(10);
  expect(found).not.toContain('other');
});

test('people have different addresses in reserved domains', () => {
  const emails = Array.from({ length: 6_000 }, (_, number) => personOf(number).email);
  expect(new Set(emails).size).toBe(emails.length);
  expect(emails.filter((email) => !/^[a-z]+\.[a-z]+\d*@example\.(com|org|net)$/.test(email))).toEqual([]);
});

test('a variant changes the share of its visitors as planned, whichever visitors it has', () => {
  const shoppers = createShoppers(seededRandom('test'));
  const bought = { control: [0, 0], treatment: [0, 0] };
  const variantFor = (visitorId: string) =>
    seededRandom(visitorId)() < 0.5 ? { id: 'control', effect: {} } : { id: 'treatment', effect: { cart: 2 } };
  const shown: Shown[] = [{ experimentId: 'exp_1', isOn: (path) => path.startsWith('/products/'), variantFor }];
  for (const visit of planVisits(now, 6_000)) {
    const { events } = shoppers.eventsOf(visit, shown);
    const exposure = events.find(({ type }) => type === 'experiment_exposure');
    if (exposure === undefined) continue;
    const counts = bought[exposure.data['variantId'] as 'control' | 'treatment'];
    counts[0] = (counts[0] ?? 0) + 1;
    if (events.some(({ type }) => type === 'added_to_cart')) counts[1] = (counts[1] ?? 0) + 1;
  }
  const rate = ([seen = 0, converted = 0]: number[]): number => converted / seen;
  expect(rate(bought.treatment) / rate(bought.control)).toBeCloseTo(2, 0);
  expect(rate(bought.control)).toBeGreaterThan(0.1);
});

describe('the course of an execution', () => {
  const ids = new Proxy({}, { get: (_, key) => `id of ${String(key)}` }) as never;
  const cartReminder = shopJourneys.find(({ name }) => name === 'Cart reminder');
  const steps = cartReminder?.steps({ messages: ids, beliefs: ids }) ?? [];
  const at = now.getTime() - 5 * dayMs;
  const entrant: Entrant = {
    endUserId: 'eus_1',
    visitorId: 'v-1',
    email: 'anna@example.com',
    timezone: 'Europe/Berlin',
    attributes: {},
    eventId: 'evt_1',
    data: {},
    at,
  };
  const course = (more: Partial<Circumstances>) =>
    courseOf(entrant, {
      random: () => 0.5,
      now: now.getTime(),
      journeyId: 'jrn_1',
      steps,
      goal: null,
      events: [],
      unreachable: new Map(),
      messages: new Map(),
      ...more,
    });
  const path = ({ steps: met }: ReturnType<typeof course>): string[] => met.map(({ entry }) => entry.stepId);

  test('follows the timeout, an arm and a message to the exit', () => {
    const ended = course({});
    expect(path(ended)).toEqual(['checkout', 'length', expect.stringMatching(/^send-/), 'two-days', 'reminded']);
    expect(ended).toMatchObject({ status: 'COMPLETED', exitReason: 'reminded', currentStepId: 'reminded' });
    expect(ended.messages).toHaveLength(1);
    expect(ended.steps.every(({ enteredAt, leftAt }) => leftAt !== null && leftAt >= enteredAt)).toBe(true);
  });

  test('ends at its goal, with the step at that time', () => {
    const goal = { id: 'evt_2', type: 'purchase', at: at + dayMs };
    expect(course({ goal })).toMatchObject({ status: 'COMPLETED', exitReason: 'goal', currentStepId: 'two-days' });
  });

  test('takes the awaited event, and waits for the rest', () => {
    const events = [{ id: 'evt_3', type: 'checkout_started', at: at + 60_000 }];
    const waiting = course({ events, now: at + 3_600_000 });
    expect(path(waiting)).toEqual(['checkout', 'two-hours']);
    expect(waiting.steps[0]).toMatchObject({ status: 'executed', receivedEventId: 'evt_3' });
    expect(waiting).toMatchObject({ status: 'RUNNING', endedAt: null });
  });

  test('skips messages to people who cannot be reached', () => {
    const unreachable = new Map([[entrant.email, { reason: 'opt_out' as const, at: at - 1 }]]);
    const skipped = course({ unreachable });
    expect(skipped.messages).toEqual([]);
    expect(skipped.steps[2]).toMatchObject({ status: 'skipped', reason: 'opt_out' });
  });
});
