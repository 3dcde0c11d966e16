import { anomalyVariables } from '../../../domain/analytics/anomaly-text';
import { findAnomaly } from '../../../domain/analytics/anomaly';
import { integrationName } from '../../../domain/notices/member-notice';

it.each([
  [
    { value: 0, expected: 16, score: -4 },
    { direction: 'lower', metric_value: '0', expected_range: '2 to 30' },
  ],
  [
    { value: 1_234.5, expected: 100, score: 226.9 },
    { metric_value: '1,235', expected_range: '83 to 118' },
  ],
  [
    { value: 40, expected: 4, score: 18 },
    { direction: 'higher', expected_range: '0 to 11' },
  ],
])('reports the anomaly %j', (anomaly, reported) => {
  expect(anomalyVariables(anomaly, '2026-11-20')).toMatchObject({ date: '20 November 2026', ...reported });
});

it('values inside the reported range are not anomalies', () => {
  const baseline = [10, 14, 16, 18, 15, 17, 16, 22];
  const found = findAnomaly('visitors', 100, baseline)!;
  const [from, to] = anomalyVariables(found, '2026-11-20')['expected_range']!.split(' to ').map(Number);
  expect(findAnomaly('visitors', from! + 1, baseline)).toBeNull();
  expect(findAnomaly('visitors', to! - 1, baseline)).toBeNull();
  expect(findAnomaly('visitors', to! + 1, baseline)).not.toBeNull();
});

it.each([
  ['google_ads', null, 'Google Ads'],
  ['meta_ads', 'Meta Ads', 'Meta Ads'],
  ['linkedin_ads', null, 'LinkedIn Ads'],
  ['linkedin_ads', 'Nordics', 'Nordics (LinkedIn Ads)'],
])('shows %s with the name %j as %s', (connectorType, name, reported) => {
  expect(integrationName(connectorType, name)).toBe(reported);
});
