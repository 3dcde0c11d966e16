import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { SettingsError } from '../config';
import { readCredentials, type Credentials } from './credentials';
import { demoApi, type DemoApi } from './demo-api';
import { openShop, type ShopStory } from './demo-shop';
import { sendVisitors, printTimeline, stitchVisitors, type DemoLead } from './demo-visitors';

/**
 * `npm run demo`: sends demo traffic to a running service through its public API, and prints the results and the pages
 * to open.
 */

const people = 50;
const holdoutPercent = 20;
const steps = [
  { id: 'welcome', kind: 'send', communicationId: '', next: 'pause' },
  { id: 'pause', kind: 'wait', duration: 'PT2S', next: 'done' },
  { id: 'done', kind: 'exit', reason: 'welcomed' },
];

interface Execution {
  status: string;
  workflowUrl: string;
}

async function main(): Promise<void> {
  const root = path.resolve(__dirname, '..');
  const folder = path.resolve(root, process.env['DATA_DIR'] ?? '.data');
  const credentials = readCredentials(folder);
  if (credentials === undefined) {
    throw new SettingsError(`${folder} has no credentials.json. Start the service first: npm start`);
  }
  const api = demoApi(credentials.baseUrl, credentials.serverKey);
  const run = Date.now().toString(36);
  console.log(`Sending demo traffic to ${credentials.baseUrl}`);
  const journeyId = await createJourney(api, run);
  console.log(`Published a journey: ${journeyId} (send, wait 2 s, exit), with a ${holdoutPercent}% holdout group`);
  const leads = await sendVisitors(credentials, run, people);
  await register(api, leads);
  await stitchVisitors(credentials, leads);
  await sendSignUps(api, leads, run);
  const executions = await untilSettled(api, journeyId);
  const shop = await openShop(credentials, run);
  await sellToLeads(api, leads, run);
  const { exposed, holdout } = await printImpact(api, journeyId);
  await demoApi(credentials.baseUrl, credentials.userKey).post('/api/workspace/digest/run');
  if (leads[0] !== undefined) await printTimeline(api, leads[0]);
  printOutcome(credentials, { ...shop, journeyId, executions, lead: leads[0] });
  const completed = executions.filter(({ status }) => status === 'COMPLETED').length;
  if (completed !== exposed || exposed + holdout !== people) process.exitCode = 1;
}

/** Makes every third lead buy, with or without messages from the journey. */
async function sellToLeads(api: DemoApi, leads: readonly DemoLead[], run: string): Promise<void> {
  const buyers = leads.filter((_, index) => index % 3 === 0);
  const events = buyers.map(({ email, visitorId }, index) => ({
    type: 'purchase',
    email,
    visitorId,
    messageId: `${run}-purchase-${index}`,
    data: { revenue: 49, currency: 'EUR' },
  }));
  await api.post('/api/v1/events', { events });
}

interface Cohorts {
  exposed: number;
  holdout: number;
}

async function printImpact(api: DemoApi, journeyId: string): Promise<Cohorts> {
  const path = `/api/journeys/${journeyId}/calibrated-impact`;
  const { triggered, converted } = await api.get<Record<'triggered' | 'converted', Cohorts>>(path);
  console.log(`${triggered.exposed} people went through the journey; ${converted.exposed} of them bought`);
  console.log(`${triggered.holdout} people in the holdout group got no messages; ${converted.holdout} of them bought`);
  return triggered;
}

async function createJourney(api: DemoApi, run: string): Promise<string> {
  const communication = await api.post<{ id: string }>('/api/communications', {
    name: 'Welcome',
    commType: 'marketing',
    slots: {
      subject: 'Welcome, {{ attributes.first_name }}',
      headline: 'Hello {{ attributes.first_name }}',
      body: 'You chose the {{ event.data.plan }} plan. Here is how to start.',
      ctaLabel: 'Open the tour',
      ctaUrl: 'https://example.com/tour',
    },
  });
  const contract = await api.post<{ id: string }>('/api/trigger-contracts', { eventName: `signed_up_${run}` });
  const journey = await api.post<{ id: string }>('/api/journeys', {
    name: 'Welcome',
    description: 'Welcomes each person who signs up.',
    triggerContractId: contract.id,
    holdoutPercent,
    goalEventName: 'purchase',
    goalEventWindowDays: 7,
    steps: steps.map((step) => (step.kind === 'send' ? { ...step, communicationId: communication.id } : step)),
  });
  await api.post(`/api/journeys/${journey.id}/publish`);
  return journey.id;
}

/** Registers the leads with their names, as the shop's own server does. */
async function register(api: DemoApi, leads: readonly DemoLead[]): Promise<void> {
  for (const { email, firstName } of leads) {
    await api.post('/api/end-users', { email, attributes: { first_name: firstName }, timezone: 'Europe/Berlin' });
  }
}

/** Sends one sign-up event per lead from the server. Server events are verified, so they start journeys. */
async function sendSignUps(api: DemoApi, leads: readonly DemoLead[], run: string): Promise<void> {
  const events = leads.map(({ email, visitorId }, index) => ({
    type: `signed_up_${run}`,
    email,
    visitorId,
    messageId: `${run}-${index}`,
    data: { plan: index % 3 === 0 ? 'pro' : 'free' },
  }));
  await api.post('/api/v1/events', { events });
}

async function untilSettled(api: DemoApi, journeyId: string): Promise<Execution[]> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const executions = await api.get<Execution[]>(`/api/journeys/${journeyId}/executions`);
    const running = executions.filter(({ status }) => status === 'RUNNING').length;
    console.log(`  ${executions.length - running} of ${executions.length} executions have ended`);
    if ((executions.length > 0 && running === 0) || Date.now() > deadline) return executions;
    await delay(1_000);
  }
}

interface Outcome extends ShopStory {
  journeyId: string;
  executions: Execution[];
  lead: DemoLead | undefined;
}

function printOutcome(credentials: Credentials, outcome: Outcome): void {
  const { journeyId, executions, lead, experimentId } = outcome;
  const counts = new Map<string, number>();
  for (const { status } of executions) counts.set(status, (counts.get(status) ?? 0) + 1);
  const query = encodeURIComponent(`JourneyId="${journeyId}"`);
  console.log(`
Executions: ${[...counts].map(([status, count]) => `${count} ${status}`).join(', ')}
Open
  Console            ${credentials.baseUrl}/console
                     (sign in as ${credentials.owner.email}; the password is in credentials.json)
  The journey        ${credentials.baseUrl}/console/journeys/${journeyId}
  The experiment     ${credentials.baseUrl}/console/experiments/${experimentId}
  In Temporal        ${credentials.temporalUiUrl}/namespaces/default/workflows?query=${query}
  One execution      ${executions[0]?.workflowUrl ?? '-'}
  Messages, digest   ${credentials.mailUrl ?? '-'}
                     (the weekly digest goes to ${credentials.owner.email}, once a day)
  API docs           ${credentials.baseUrl}/docs
Call the API with curl -H "x-api-key: <serverKey>" (the key is in credentials.json)
  Executions         ${credentials.baseUrl}/api/journeys/${journeyId}/executions
  Holdout            ${credentials.baseUrl}/api/journeys/${journeyId}/calibrated-impact
  Experiment         ${credentials.baseUrl}/api/experiments/${experimentId}/results
  Visitors, channels "${credentials.baseUrl}/api/analytics/summary?period=7d"
  Attribution        "${credentials.baseUrl}/api/attribution/summary?period=7d"
  Conversions        ${credentials.baseUrl}/api/conversion-goals
  Target             ${credentials.baseUrl}/api/targets
  A lead's timeline  "${credentials.baseUrl}/api/identity?visitorId=${lead?.visitorId ?? ''}"`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
