import { Counter, Registry } from 'prom-client';

/** What a process counts, for its `/metrics`. There is one set of counters in a process, as there is one log. */
export const counters = new Registry();

/** @param labels by name, with their values as far as they are known here: a series that begins at 0 shows its first increase */
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

export const events = count('apex_events_total', 'Events received, by who sent them and whether they were accepted.', {
  origin: ['public', 'server'],
  result: ['accepted', 'rejected'],
});

export const deliveries = count(
  'apex_deliveries_total',
  'Attempts to hand a message to the provider, by its response; what was not_accepted is tried again.',
  { provider: ['ses', 'smtp'], result: ['accepted', 'rejected', 'not_accepted', 'ambiguous'] },
);

export const providerPauses = count(
  'apex_email_provider_pauses_total',
  'Pauses of all sends because the provider failed.',
  {
    provider: ['ses', 'smtp'],
  },
);

export const mailReports = count('apex_mail_reports_total', 'Reports of the provider on messages, by kind.', {
  kind: ['delivery', 'bounce', 'complaint', 'delay', 'reject'],
});

/** Why a call got no answer, as `domain/webhooks/call-failures.ts` names it. */
export const webhookFailures = (
  'timeout dns refused reset tls_expired tls_untrusted tls_hostname tls headers_too_large invalid_response network ' +
  'egress_refused'
).split(' ');

export const webhookTries = count(
  'apex_webhook_tries_total',
  'Calls of webhooks, by the class of the status, or by why there was none.',
  { result: ['2xx', '3xx', '4xx', '5xx', ...webhookFailures] },
);

export const connectorPulls = count(
  'apex_connector_pulls_total',
  'Pulls of connections to ad platforms, each try by itself; what failed is tried again.',
  { platform: ['google_ads', 'meta_ads', 'linkedin_ads'], result: ['pulled', 'refused', 'failed'] },
);

export const workflowsStarted = count('apex_workflows_started_total', 'Workflows that this worker began, by type.', {
  type: [],
});

export const workflowsEnded = count(
  'apex_workflows_ended_total',
  'Workflows that this worker ended. The outcome of an execution of a journey is how it ended, that of others is completed.',
  { type: [], outcome: [] },
);

export const outboxCommands = count(
  'apex_outbox_dispatched_total',
  'Commands of the outbox that this worker carried out, or put off.',
  { kind: [], result: ['done', 'put_off'] },
);
