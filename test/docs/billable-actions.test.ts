import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../architecture/source-files';
import { billableActionsOf } from '../support/billable-actions';
import { createCommunication, createSubject, publishJourney, trackEvent } from '../support/journeys';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/time-skipping-world';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

/** The table of billable actions in docs/ARCHITECTURE.md is counted from histories. */

const dollarsPerMillion = 50;

let receiver: WebhookReceiver;
let skipping: TimeSkippingWorld;
let page: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  skipping = await createTimeSkippingWorld({ webhookAllowHosts: [receiver.host] });
  page = await readFile(path.join(repositoryRoot, 'docs/ARCHITECTURE.md'), 'utf8');
});

afterAll(async () => {
  await skipping.stop();
  await receiver.stop();
});

const exit = { id: 'end', kind: 'exit' };
const wait = (id: string, duration: string, next: string) => ({ id, kind: 'wait', duration, next });
const send = async (id: string, next: string) => ({
  id,
  kind: 'send',
  communicationId: await createCommunication(skipping.world, id),
  next,
});
const untilBought = { eventName: 'bought', timeout: 'P1D', timeoutNext: 'reminder' };
const isPro = { field: 'attributes.plan', operator: 'equals', value: 'pro' };

const journeys: Readonly<Record<string, () => Promise<unknown[]>>> = {
  'Welcome series': async () => [
    await send('welcome', 'pause'),
    wait('pause', 'P3D', 'tips'),
    await send('tips', 'rest'),
    wait('rest', 'P3D', 'offer'),
    await send('offer', 'end'),
    exit,
  ],
  'Abandoned cart': async () => [
    { id: 'purchase', kind: 'wait', untilEvent: untilBought, next: 'end' },
    await send('reminder', 'pause'),
    wait('pause', 'P2D', 'last_call'),
    await send('last_call', 'end'),
    exit,
  ],
  'Message test': async () => [
    { id: 'split', kind: 'experiment', arms: [{ id: 'a', weight: 1, next: 'subject' }], allocation: 'fixed' },
    await send('subject', 'end'),
    exit,
  ],
  'Lead routing': () =>
    Promise.resolve([
      { id: 'plan', kind: 'branch', arms: [{ id: 'pro', when: isPro, next: 'crm' }], else: 'end' },
      { id: 'crm', kind: 'webhook', url: `http://${receiver.host}/`, next: 'mark' },
      { id: 'mark', kind: 'update_person', attributes: { routed: true }, next: 'end' },
      exit,
    ]),
  'Trial of two weeks': async () => [
    await send('start', 'week'),
    wait('week', 'P7D', 'plan'),
    { id: 'plan', kind: 'branch', arms: [{ id: 'pro', when: isPro, next: 'end' }], else: 'half' },
    await send('half', 'second_week'),
    wait('second_week', 'P7D', 'over'),
    await send('over', 'crm'),
    { id: 'crm', kind: 'webhook', url: `http://${receiver.host}/`, next: 'end' },
    exit,
  ],
};

/** Returns the cells of a row of the table. */
const rowOf = (name: string): string[] =>
  (new RegExp(`^\\| ${name} +\\|.*$`, 'm').exec(page)?.[0] ?? '')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

test.each(Object.keys(journeys))('%s', async (name) => {
  const { world, runToEnd, historyOf } = skipping;
  const subject = await createSubject(world, { plan: name === 'Lead routing' ? 'pro' : 'free' });
  const journey = await publishJourney(world, await journeys[name]!());
  await trackEvent(world, journey.eventName, subject.visitorId);
  const { id } = await world.database('executions').where({ journey_id: journey.id }).first('id');
  await runToEnd(id);
  const actions = billableActionsOf(await historyOf(id));
  const { start, activities, localActivities, timers, searchAttributes, heartbeats, total } = actions;
  const figures = [start, activities, localActivities, timers, searchAttributes, heartbeats, total].map(String);
  expect(rowOf(name)).toEqual([
    name,
    expect.any(String),
    ...figures,
    `$${((total * dollarsPerMillion) / 1_000).toFixed(2)}`,
  ]);
});
