import { catalogTemplate, type CatalogTemplate } from './template';

/** Messages about integrations, experiments and figures. */

const integration = { integrations_url: 'https://app.example.com/integrations', integration_name: 'Google Ads' };
const experiment = { experiment_url: 'https://app.example.com/experiments/x', experiment_name: 'Shorter sign-up' };

export const reportTemplates: readonly CatalogTemplate[] = [
  catalogTemplate('integration-connected', 'Confirms that an integration was connected.', integration, {
    subject: '{{ integration_name }} is connected',
    headline: '{{ integration_name }} is connected',
    body: 'The first sync has begun. It takes minutes or hours, depending on how much data there is.',
    ctaLabel: 'See your integrations',
    ctaUrl: '{{ integrations_url }}',
  }),
  catalogTemplate('integration-sync-failed', 'Tells that an integration could not be synchronised.', integration, {
    subject: '{{ integration_name }} could not be synced',
    headline: '{{ integration_name }} needs your attention',
    body:
      'The last sync of {{ integration_name }} failed. Your figures are complete up to the sync before.\n\n' +
      'Most often the connection has expired, and connecting again is all it takes.',
    ctaLabel: 'Check the connection',
    ctaUrl: '{{ integrations_url }}',
  }),
  catalogTemplate(
    'integration-sync-complete',
    'Tells that an integration was synchronised.',
    { performance_url: 'https://app.example.com/performance', integration_name: 'Google Ads', row_count: 1280 },
    {
      subject: '{{ integration_name }} is up to date',
      headline: 'The sync is complete',
      body:
        '{% if row_count == 1 %}One row{% elsif row_count != blank %}{{ row_count }} rows{% else %}Everything{% endif %} ' +
        'came in from {{ integration_name }}. Your figures include them from now on.',
      ctaLabel: 'See the performance',
      ctaUrl: '{{ performance_url }}',
    },
  ),
  catalogTemplate(
    'experiment-started',
    'Tells that an experiment has begun.',
    { ...experiment, 'result_label?': 'Sign-ups' },
    {
      subject: 'Started: {{ experiment_name }}',
      headline: '{{ experiment_name }} is running',
      body:
        'Visitors are being assigned from now on.{% if result_label != blank %} It will be judged by: {{ result_label }}.{% endif %}\n\n' +
        'Early figures swing a lot. You will hear from us when there is a result.',
      ctaLabel: 'Watch the experiment',
      ctaUrl: '{{ experiment_url }}',
    },
  ),
  catalogTemplate(
    'experiment-completed',
    'Tells that an experiment has ended, and how.',
    { ...experiment, 'result_label?': 'Variant B wins' },
    {
      subject: 'Completed: {{ experiment_name }}{% if result_label != blank %} – {{ result_label }}{% endif %}',
      headline: '{{ experiment_name }} is complete',
      body:
        '{% if result_label != blank %}The result: {{ result_label }}.\n\n{% endif %}' +
        'All figures, with how certain they are, are in the report.',
      ctaLabel: 'See the results',
      ctaUrl: '{{ experiment_url }}',
    },
  ),
  catalogTemplate(
    'weekly-digest',
    'Brings the summary of a week.',
    { digest_url: 'https://app.example.com/digest', name: 'Ada', period: '9 to 15 November' },
    {
      subject: 'Your week{% if period != blank %}: {{ period }}{% endif %}',
      headline: 'Your weekly digest',
      body:
        'Hello{% if name != blank %} {{ name }}{% endif %},\n\n' +
        'The summary{% if period != blank %} for {{ period }}{% endif %} is ready: what changed, what was decided, and what waits for you.',
      ctaLabel: 'Open the digest',
      ctaUrl: '{{ digest_url }}',
    },
  ),
  catalogTemplate(
    'anomaly-detected',
    'Warns that a figure is not as usual.',
    { investigate_url: 'https://app.example.com/metrics/x', metric_name: 'Sign-ups' },
    {
      subject: 'Unusual: {{ metric_name }}',
      headline: 'An unusual change: {{ metric_name }}',
      body: '{{ metric_name }} moved further than usual. It may be chance, a change that you made, or something broken.',
      ctaLabel: 'Look into it',
      ctaUrl: '{{ investigate_url }}',
    },
  ),
];
