import { Counter, Registry } from 'prom-client';

/** Counters of a process for its `/metrics`. A process has one set of counters, as it has one log. */
export const counters = new Registry();

/** @param labels label names with their known values: a series that starts at 0 shows its first increment */
function count<Label extends string>(
  name: string,
  help: string,
  labels: Readonly<Record<Label, readonly string[]>>,
): Counter<Label> {
  const labelNames = Object.keys(labels) as Label[];
  const counter = new Counter<Label>({ name, help, labelNames, registers: [counters] });
  const series = labelNames.reduce<Partial<Record<Label, string>>[]>(
    (all, label) => all.flatMap((one) => labels[label].map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
  for (const one of series) counter.inc(one, 0);
  return counter;
}

export const events = count('apex_events_total', 'Events received, by origin and result.', {
  origin: ['public', 'server'],
  result: ['accepted', 'rejected'],
});

export const deliveries = count(
  'apex_deliveries_total',
  'Attempts to deliver a message to the provider, by its response. Attempts with not_accepted are retried.',
  { provider: ['ses', 'smtp'], result: ['accepted', 'rejected', 'not_accepted', 'ambiguous'] },
);

export const providerPauses = count(
  'apex_email_provider_pauses_total',
  'Pauses of all sends after provider failures.',
  {
    provider: ['ses', 'smtp'],
  },
);

export const mailReports = count('apex_mail_reports_total', 'Delivery reports of the provider, by kind.', {
  kind: ['delivery', 'bounce', 'complaint', 'delay', 'reject'],
});

export const unreadableFeedback = count(
  'apex_feedback_unreadable_total',
  'Bounces and complaints that could not be read. The table unreadable_feedback has them.',
  {},
);

/** Reasons for a missing response, as in `domain/webhooks/call-failures.ts`. */
export const webhookFailures = (
  'timeout dns refused reset tls_expired tls_untrusted tls_hostname tls headers_too_large invalid_response network ' +
  'egress_refused'
).split(' ');

export const webhookTries = count(
  'apex_webhook_tries_total',
  'Webhook calls, by status class or by the reason for a missing response.',
  { result: ['2xx', '3xx', '4xx', '5xx', ...webhookFailures] },
);

export const connectorPulls = count(
  'apex_connector_pulls_total',
  'Attempts to pull data from ad platforms. Failed attempts are retried.',
  { platform: ['google_ads', 'meta_ads', 'linkedin_ads'], result: ['pulled', 'refused', 'failed'] },
);

export const workflowsStarted = count('apex_workflows_started_total', 'Workflows that this worker started, by type.', {
  type: [],
});

export const workflowsEnded = count(
  'apex_workflows_ended_total',
  'Workflows that this worker ended. The outcome of a journey execution is its ending, that of other workflows is completed.',
  { type: [], outcome: [] },
);

export const outboxCommands = count(
  'apex_outbox_dispatched_total',
  'Outbox commands that this worker completed, or postponed after a failure.',
  { kind: [], result: ['done', 'put_off'] },
);
