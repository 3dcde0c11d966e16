import { catalogTemplate, type CatalogTemplate } from './template';

/** Messages about integrations, experiments and metrics. */

const integration = { integrations_url: 'https://app.example.com/integrations', integration_name: 'Google Ads' };
const experiment = { experiment_url: 'https://app.example.com/experiments/x', experiment_name: 'Shorter sign-up' };

export const reportTemplates: readonly CatalogTemplate[] = [
  catalogTemplate('integration-connected', 'Confirms that an integration was connected.', integration, {
    subject: '{{ integration_name }} is connected',
    headline: '{{ integration_name }} is connected',
    body: 'The first sync has started. It can take from a few minutes to several hours, depending on the amount of data.',
    ctaLabel: 'View integrations',
    ctaUrl: '{{ integrations_url }}',
  }),
  catalogTemplate('integration-sync-failed', 'Reports that an integration could not be synced.', integration, {
    subject: '{{ integration_name }} could not be synced',
    headline: '{{ integration_name }} needs your attention',
    body:
      'The last sync of {{ integration_name }} failed. Your data is complete up to the previous sync.\n\n' +
      'The most common cause is an expired connection. Reconnect the integration to fix it.',
    ctaLabel: 'Check connection',
    ctaUrl: '{{ integrations_url }}',
  }),
  catalogTemplate(
    'integration-sync-complete',
    'Reports that an integration was synced.',
    { performance_url: 'https://app.example.com/performance', integration_name: 'Google Ads', row_count: 1280 },
    {
      subject: '{{ integration_name }} is up to date',
      headline: 'Sync complete',
      body:
        '{% if row_count == 1 %}One row was{% elsif row_count != blank %}{{ row_count }} rows were' +
        '{% else %}All data was{% endif %} imported from {{ integration_name }}. Your reports now include this data.',
      ctaLabel: 'View performance',
      ctaUrl: '{{ performance_url }}',
    },
  ),
  catalogTemplate(
    'experiment-started',
    'Reports that an experiment has started.',
    { ...experiment, 'result_label?': 'Sign-ups' },
    {
      subject: 'Started: {{ experiment_name }}',
      headline: '{{ experiment_name }} is running',
      body:
        'Visitors are now being assigned to variants.{% if result_label != blank %} ' +
        'The primary metric is {{ result_label }}.{% endif %}\n\n' +
        'Early results vary a lot. We will email you when there is a result.',
      ctaLabel: 'View experiment',
      ctaUrl: '{{ experiment_url }}',
    },
  ),
  catalogTemplate(
    'experiment-completed',
    'Reports that an experiment has ended, with its result.',
    { ...experiment, 'result_label?': 'Variant B wins' },
    {
      subject: 'Completed: {{ experiment_name }}{% if result_label != blank %} – {{ result_label }}{% endif %}',
      headline: '{{ experiment_name }} is complete',
      body:
        '{% if result_label != blank %}Result: {{ result_label }}.\n\n' +
        '{% endif %}The report shows all metrics with their confidence intervals.',
      ctaLabel: 'View results',
      ctaUrl: '{{ experiment_url }}',
    },
  ),
  catalogTemplate(
    'weekly-digest',
    'Delivers the summary of a week.',
    { digest_url: 'https://app.example.com/digest', name: 'Ada', period: '9 to 15 November' },
    {
      subject: 'Your week{% if period != blank %}: {{ period }}{% endif %}',
      headline: 'Your weekly digest',
      body:
        'Hello{% if name != blank %} {{ name }}{% endif %},\n\n' +
        'Your summary{% if period != blank %} for {{ period }}{% endif %} is ready: what changed, what was ' +
        'decided, and what needs your attention.',
      ctaLabel: 'Open digest',
      ctaUrl: '{{ digest_url }}',
    },
  ),
  catalogTemplate(
    'anomaly-detected',
    'Warns about an unusual change in a metric.',
    { investigate_url: 'https://app.example.com/metrics/x', metric_name: 'Sign-ups' },
    {
      subject: 'Unusual: {{ metric_name }}',
      headline: 'Unusual change: {{ metric_name }}',
      body:
        '{{ metric_name }} changed more than usual. Possible ' +
        'causes are chance, a change you made, or something broken.',
      ctaLabel: 'Investigate',
      ctaUrl: '{{ investigate_url }}',
    },
  ),
];
