import {
  accessibilityProblems,
  aroundConsoleTests,
  hrefsOf,
  settled,
  signInTo,
  type ConsolePage,
} from '../support/console';
import { createCommunication, publishJourney, uniqueName } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { addWorkspace } from '../support/workspaces';

/**
 * Checks every console page in each theme and at the smallest width: complete, reachable, readable and without external
 * requests.
 */

const service = aroundConsoleTests();
let paths: Record<string, string>;

beforeAll(async () => {
  paths = await furnish();
});

const names = [
  ...[
    'overview',
    'journeys',
    'importJourneys',
    'newJourney',
    'journey',
    ...(['outline', 'simulation', 'executions', 'impact', 'versions', 'difference', 'journeyAudit'] as const),
    ...(['start', 'install', 'installNext', 'installServer'] as const),
    'execution',
    'experiments',
    'newExperiment',
    'newBelief',
    'newTarget',
    'newConversion',
    'newConnection',
    'experiment',
    'beliefs',
    'belief',
    'targets',
    'attribution',
    ...(['target', 'conversion', 'program'] as const),
  ],
  ...[
    'conversions',
    'people',
    'newPerson',
    'importPeople',
    'person',
    'audiences',
    'newAudience',
    'audience',
    'triggers',
    'newTrigger',
  ],
  ...['trigger', 'communications', 'newCommunication', 'communication', 'transactional'],
  ...['messages', 'message', 'suppressions', 'newSuppression'],
  ...['events', 'rejectedEvents', 'eventCatalog'],
  ...['connections', 'operations', 'workspace', 'sender', 'members', 'keys', 'secrets', 'digest', 'audit', 'account'],
  'unknown',
] as const;

/** Each list is empty in a new workspace. */
const lists = [
  ...[
    'journeys',
    'communications',
    'audiences',
    'triggers',
    'people',
    'experiments',
    'beliefs',
    'targets',
    'conversions',
  ],
  ...[
    'connections',
    'transactional',
    'messages',
    'suppressions',
    'settings/secrets',
    'events',
    'events/rejected',
    'events/catalog',
    'program',
  ],
];

/** Creates content for every page. @returns the path of each page */
async function furnish(): Promise<Record<(typeof names)[number], string>> {
  const { api, ownerApi } = service.world;
  const idOf = async (path: string, body: unknown, caller = api): Promise<string> => {
    const response = await caller.post(path, body);
    if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body.id as string;
  };
  const communication = await createCommunication(service.world, 'Welcome');
  const journey = await publishJourney(service.world, [
    { id: 'greet', kind: 'send', communicationId: communication, next: 'pause' },
    { id: 'pause', kind: 'wait', duration: 'P7D', next: 'end' },
    { id: 'end', kind: 'exit', reason: 'welcomed' },
  ]);
  const person = await idOf('/api/end-users', {
    email: `${uniqueName('person')}@example.com`,
    attributes: { plan: 'pro' },
    consent: { marketing: true },
  });
  const started = await api.post(`/api/journeys/${journey.id}/executions`, { endUserId: person });
  const execution = String(started.body.executionArn).split('/').at(-1);
  const message = await waitFor(
    async () => (await api.get(`/api/messages?journeyId=${journey.id}`)).body.data[0]?.id as string | undefined,
    { what: 'the message' },
  );
  await idOf('/api/suppressions', { email: `${uniqueName('bounced')}@example.com`, reason: 'bounce' });
  const belief = await idOf('/api/beliefs', { statement: 'People like short forms' });
  const variants = [{ name: 'Control' }, { name: 'Short' }];
  const experiment = await idOf('/api/experiments', { name: 'Short form', type: 'ab', targetUrl: '/join', variants });
  const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
  const trigger = await idOf('/api/trigger-contracts', { eventName: 'joined', where: condition });
  const audience = await idOf('/api/audiences', { name: 'On the pro plan', condition });
  const conversion = await idOf('/api/conversion-goals', {
    name: 'Joined',
    type: 'custom_event',
    eventName: 'joined',
    isPrimary: true,
  });
  const target = await idOf('/api/targets', { metric: 'Joins', target: 100, current: 20, deadline: '2030-01-01' });
  await api.put('/api/workspace/secrets/TOKEN', { value: 'a secret' });
  await ownerApi.post('/api/members', { email: `${uniqueName('guest')}@example.com`, role: 'member' });
  const account = { accountId: '42', credentials: { accessToken: 'a-token' } };
  await idOf('/api/connections', { connectorType: 'linkedin_ads', name: 'LinkedIn', ...account });
  return {
    overview: '',
    start: '/start',
    install: '/install',
    installNext: '/install?as=next',
    installServer: '/install?as=server',
    journeys: '/journeys',
    importJourneys: '/journeys/import',
    newJourney: '/journeys?new=1',
    journey: `/journeys/${journey.id}`,
    outline: `/journeys/${journey.id}?as=outline`,
    simulation: `/journeys/${journey.id}?view=simulate`,
    executions: `/journeys/${journey.id}?view=executions`,
    impact: `/journeys/${journey.id}?view=impact`,
    versions: `/journeys/${journey.id}?view=versions`,
    difference: `/journeys/${journey.id}?version=draft&against=1`,
    journeyAudit: `/journeys/${journey.id}?view=audit`,
    execution: `/journeys/${journey.id}/executions/${execution}`,
    experiments: '/experiments',
    newExperiment: '/experiments/new',
    experiment: `/experiments/${experiment}`,
    newBelief: '/beliefs?new=1',
    newTarget: '/targets?new=1',
    newConversion: '/conversions?new=1',
    newConnection: '/connections?new=1',
    beliefs: '/beliefs',
    belief: `/beliefs/${belief}`,
    targets: '/targets',
    attribution: '/attribution',
    target: `/targets/${target}`,
    conversion: `/conversions/${conversion}`,
    program: '/program',
    conversions: '/conversions',
    people: '/people',
    newPerson: '/people?new=1',
    importPeople: '/people/import',
    person: `/people/${person}`,
    audiences: '/audiences',
    newAudience: '/audiences/new',
    audience: `/audiences/${audience}`,
    triggers: '/triggers',
    newTrigger: '/triggers?new=1',
    trigger: `/triggers/${trigger}`,
    communications: '/communications',
    newCommunication: '/communications/new',
    communication: `/communications/${communication}`,
    transactional: '/transactional',
    messages: '/messages',
    message: `/messages/${encodeURIComponent(message)}`,
    suppressions: '/suppressions',
    newSuppression: '/suppressions?new=1',
    events: '/events',
    rejectedEvents: '/events/rejected',
    eventCatalog: '/events/catalog',
    connections: '/connections',
    operations: '/operations',
    workspace: '/settings/workspace',
    sender: '/settings/sender',
    members: '/settings/members',
    keys: '/settings/keys',
    secrets: '/settings/secrets',
    digest: '/settings/digest',
    audit: '/settings/audit',
    account: '/account',
    unknown: '/no/such/page',
  };
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  let opened: ConsolePage;

  beforeAll(async () => {
    opened = await service.open('', { colorScheme });
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityProblems(opened.page)).toEqual([]);
    await signInTo(opened.page, service.world.demo.owner);
    await settled(opened.page);
  });

  afterAll(() => opened.context.close());

  it.each(names)('%s has one main element with one h1, no error, and no axe violations', async (name) => {
    const { page, problems } = opened;
    problems.length = 0;
    await page.goto(`${service.world.apiUrl}/console${paths[name]}`);
    await settled(page);
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('main h1').count()).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(paths[name]?.includes('?new=1') === true ? 1 : 0);
    expect(await page.title()).toBe(`${await page.locator('main h1').innerText()} · Apex`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('the page for a forgotten password has no axe violations', async () => {
    const { page, problems } = opened;
    problems.length = 0;
    await page.goto(`${service.world.apiUrl}/password-reset`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('no page of a new workspace has axe violations, and each empty list explains how to start', async () => {
    const { demo } = await addWorkspace(service.world);
    const { page, context, problems } = await service.open('/journeys', { colorScheme });
    await signInTo(page, demo.owner);
    await settled(page);
    problems.length = 0;
    for (const path of lists) {
      await page.goto(`${service.world.apiUrl}/console/${path}`);
      await settled(page);
      expect([path, await page.locator('main .state.empty').count()]).toEqual([path, 1]);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('palette, keyboard shortcuts, menu and confirmation have no axe violations', async () => {
    const { page, problems } = opened;
    problems.length = 0;
    await page.goto(`${service.world.apiUrl}/console/settings/keys`);
    await settled(page);
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('at 360 px', () => {
  it('no page is wider than the window, and the navigation opens', async () => {
    const { page, context, problems } = await service.open('', { width: 360 });
    await signInTo(page, service.world.demo.owner);
    await settled(page);
    const tooWide: string[] = [];
    for (const path of Object.values(paths)) {
      await page.goto(`${service.world.apiUrl}/console${path}`);
      await settled(page);
      const excess = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (excess > 0) tooWide.push(`${path}: ${excess} px`);
    }
    expect(tooWide).toEqual([]);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Journeys' }).click();
    await waitFor(async () => (await page.locator('main h1').innerText()) === 'Journeys');
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('every link on every page leads to a page', async () => {
  const { page, context } = await service.open();
  await signInTo(page, service.world.demo.owner);
  await settled(page);
  const links = new Set<string>();
  for (const path of Object.values(paths)) {
    await page.goto(`${service.world.apiUrl}/console${path}`);
    await settled(page);
    for (const href of await hrefsOf(page, 'a[href^="/"]:not([download])')) {
      links.add(href);
    }
  }
  expect(links.size).toBeGreaterThan(25);
  const dead: string[] = [];
  for (const href of links) {
    const response = await page.goto(service.world.apiUrl + href);
    if (response === null || !response.ok()) dead.push(href);
    if (!href.startsWith('/console')) continue;
    await settled(page);
    if (['Page not found', 'Not found'].includes(await page.locator('main h1').innerText())) dead.push(href);
  }
  expect(dead).toEqual([]);
  await context.close();
});
