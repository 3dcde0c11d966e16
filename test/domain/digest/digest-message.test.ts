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
    { id: 'jrn_2', name: 'Cart', entered: 5, reached: 0, lift: null, liftInterval95: null, isUnderpowered: true },
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
      'New leads: 31 (up from none)  ▂▂▃▄▅▅█',
      'Conversions: 12 (−50% from 24)  ▁▁▁▁▁▁█',
      'Journey goals reached: 0',
      'Messages sent: 3 (±0% from 3)',
      'Experiments running: 1',
      'Top channels: paid search 700, email 504',
      '- Short <form> {{ secret }}: Ship it: Short wins.',
      '- Welcome: 120 entered, 30 of them reached the goal. Since the start, +12% compared with the control group (95% interval +3% to +22%).',
      '- Cart: 5 entered, 0 of them reached the goal. Not enough people yet to compare with the control group.',
      '- orders: 20 of 100 orders by 31 Dec 2026. Behind.',
      '- Short forms convert: Confidence 50% → 93%.',
      '  https://apex.example.com/console/targets/tgt_1',
      'Open digest: https://apex.example.com/console',
    ]),
  );
  expect(text).toMatch(/Revenue: EUR\s1,250\.50 \(\+25% from EUR\s1,000\.00\)/);
  const attention = text.slice(text.indexOf('WHAT TO LOOK AT'), text.indexOf('DECISIONS'));
  expect([...attention.matchAll(/^- ([^:]+):/gm)].map(([, name]) => name)).toEqual([
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
  expect(text).toContain('Visitors: 1,204\nNew leads: 31\nJourney goals reached: 0\nMessages sent: 3');
});
