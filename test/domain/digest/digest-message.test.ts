import { digestMessage } from '../../../domain/digest/digest-message';
import type { WeekDetails, WeeklySummary } from '../../../domain/digest/weekly-summary';
import { renderTransactional } from '../../../domain/email/render-transactional';

const reader = {
  date: '2026-11-16',
  consoleUrl: 'https://apex.example.com/console',
  name: 'Ada',
  workspaceName: 'Acme',
};

const details: WeekDetails = {
  figures: {
    visitors: { now: 1_204, before: 1_115, days: [100, 120, 200, 184, 200, 200, 200] },
    leads: { now: 31, before: 0, days: [1, 2, 3, 4, 5, 6, 10] },
    completions: { now: 12, before: 24, days: [0, 0, 0, 0, 0, 0, 12] },
    goals: { now: 0, before: 0, days: null },
    messages: { now: 3, before: 3, days: null },
  },
  revenue: { currency: 'EUR', now: 1_250.5, before: 1_000, days: [0, 0, 0, 0, 0, 0, 1_250.5] },
  decisions: [
    { id: 'exp_1', name: 'Short <form> {{ secret }}', recommendation: 'ship', variant: 'Short', isPromoted: false },
    { id: 'exp_2', name: 'Split', recommendation: 'check_data', variant: null, isPromoted: false },
  ],
  journeys: [
    {
      id: 'jrn_1',
      name: 'Welcome',
      entered: 120,
      reached: 30,
      lift: 0.12,
      liftInterval95: [0.03, 0.22],
      isUnderpowered: false,
    },
    {
      id: 'jrn_3',
      name: 'Early',
      entered: 9,
      reached: 3,
      lift: 0.47,
      liftInterval95: [0.056, 1.149],
      isUnderpowered: true,
    },
    {
      id: 'jrn_4',
      name: 'Unclear',
      entered: 9,
      reached: 3,
      lift: 0.995,
      liftInterval95: [-0.128, 3.718],
      isUnderpowered: false,
    },
    { id: 'jrn_2', name: 'Cart', entered: 5, reached: 0, lift: null, liftInterval95: null, isUnderpowered: true },
  ],
  failures: [
    { journeyId: 'jrn_1', name: 'Welcome', executions: 2, webhooks: 1 },
    { journeyId: 'jrn_2', name: 'Cart', executions: 0, webhooks: 3 },
  ],
  targets: [
    {
      id: 'tgt_1',
      metric: 'orders',
      current: 20,
      target: 100,
      unit: 'orders',
      deadline: '2026-12-31',
      status: 'behind',
    },
  ],
  beliefs: [{ id: 'blf_1', statement: 'Short forms convert', from: 0.5, to: 0.93 }],
  anomalies: [{ metric: 'visitors', date: '2026-11-12', value: 5, expected: 40, score: -5 }],
};

const summary: WeeklySummary = {
  visitors: 1_204,
  leads: 31,
  conversions: 0,
  messages: 3,
  experiments: 1,
  channels: [
    { channel: 'paid_search', visitors: 700 },
    { channel: 'email', visitors: 504 },
  ],
  details,
};

const render = (week: WeeklySummary) => {
  const { template, variables } = digestMessage(week, reader);
  return renderTransactional(template, variables);
};

test('the text has every figure with its change and days, and each record with its link', () => {
  const { text, subject, missing } = render(summary);
  expect(missing).toEqual([]);
  expect(subject).toBe('Your week: 9 – 15 November 2026');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      '1,204 visitors (+8%) and 12 conversions (−50%) in the week of 9 – 15 November 2026. Changes are from the week before.',
      'Visitors: 1,204 (+8% from 1,115)  ▅▅█▇███',
      'Leads: 31 (up from none)  ▂▂▃▄▅▅█',
      'Conversions: 12 (−50% from 24)  ▁▁▁▁▁▁█',
      'Journey goals reached: 0',
      'Messages sent: 3 (±0% from 3)',
      'Experiments running: 1',
      'Top channels: paid search 700, email 504',
      '- Short <form> {{ secret }}: Ship it: Short wins.',
      '- Welcome: 120 entered, 30 of them reached the goal. Since the start, +12% compared with the holdout group (95% interval +3% to +22%).',
      '- Early: 9 entered, 3 of them reached the goal. Since the start, +47% compared with the holdout group (95% interval +5.6% to +115%). Early result: a group has fewer than 100 people.',
      '- Unclear: 9 entered, 3 of them reached the goal. No clear difference from the holdout group yet: +100% (95% interval −13% to +372%).',
      '- Cart: 5 entered, 0 of them reached the goal. Not enough data yet to compare with the holdout group.',
      '- Welcome: 2 failed executions and 1 failed webhook in the week.',
      '  https://apex.example.com/console/journeys/jrn_1?view=executions&status=FAILED',
      '- Cart: 3 failed webhooks in the week.',
      '- Unusual days: Find the cause: visitors on 12 Nov 2026.',
      '- Visitors on 12 Nov 2026: 5, usually 16 to 65.',
      '- orders: 20 of 100 orders by 31 Dec 2026. Behind.',
      '- Short forms convert: Confidence 50% → 93%.',
      '  https://apex.example.com/console/targets/tgt_1',
      'Open digest: https://apex.example.com/console',
    ]),
  );
  expect(text).toContain('Revenue: 1,250.50 EUR (+25% from 1,000.00 EUR)');
  const attention = text.slice(text.indexOf('WHAT TO LOOK AT'), text.indexOf('DECISIONS'));
  expect([...attention.matchAll(/^- ([^:]+):/gm)].map(([, name]) => name)).toEqual([
    'Welcome',
    'Cart',
    'Split',
    'Unusual days',
    'Short <form> {{ secret }}',
    'orders',
  ]);
});

test('the HTML has bars without scripts or images, with their values as text, and is small enough for Gmail', () => {
  const { html } = render(summary);
  expect(html).toContain('aria-label="Visitors by day: 100, 120, 200, 184, 200, 200, 200"');
  expect(html).toContain('Short &lt;form&gt; {{ secret }}');
  expect(html).toContain('<a href="https://apex.example.com/console/experiments/exp_1">');
  expect(html).not.toMatch(/<svg|<script|<img/);
  expect(Buffer.byteLength(html)).toBeLessThan(40_000);
});

test('an empty week is one sentence, with what still needs attention', () => {
  const nothing = { now: 0, before: 9, days: [0, 0, 0, 0, 0, 0, 0] };
  const empty: WeeklySummary = {
    ...summary,
    visitors: 0,
    leads: 0,
    conversions: 0,
    messages: 0,
    channels: [],
    details: {
      ...details,
      figures: { visitors: nothing, leads: nothing, completions: nothing, goals: nothing, messages: nothing },
      revenue: null,
      decisions: [],
      journeys: [],
      failures: [],
      beliefs: [],
      anomalies: [],
    },
  };
  const { text, html } = render(empty);
  expect(text).toContain('Nothing was recorded in the week of 9 – 15 November 2026.\n\nWHAT TO LOOK AT\n- orders:');
  expect(text).not.toContain('Visitors');
  expect(html).not.toContain('role="img"');
});

test('a digest that an earlier version stored has its figures without changes', () => {
  const { details: _details, ...earlier } = summary;
  const { text } = render(earlier);
  expect(text).toContain('Visitors: 1,204\nLeads: 31\nJourney goals reached: 0\nMessages sent: 3');
});
