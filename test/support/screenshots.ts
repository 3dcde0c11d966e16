import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { SettingsError } from '../../config';
import { readCredentials, type Credentials } from '../../dev/credentials';
import { demoApi } from '../../dev/demo-api';
import { launchBrowser } from './browser';

/**
 * `npm run screenshots -- [--out FOLDER] [--only name,name] [--width 1440,360] [--email … --password …]`: takes
 * screenshots of every console page of a running service, light and dark, wide and narrow, in the Demo shop if there is
 * one.
 */

const options = {
  out: { type: 'string', default: 'screenshots' },
  only: { type: 'string', default: '' },
  width: { type: 'string', default: '1440,360' },
  email: { type: 'string' },
  password: { type: 'string' },
} as const;

const list = (text: string): string[] => text.split(',').filter((part) => part !== '');

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const folder = path.resolve(process.env['DATA_DIR'] ?? '.data');
  const credentials = readCredentials(folder);
  if (credentials === undefined) {
    throw new SettingsError(`${folder} has no credentials.json. Run "npm start" first.`);
  }
  const { owner, demo } = credentials;
  const account = { email: values.email ?? owner.email, password: values.password ?? owner.password };
  const workspaceId = values.email === undefined ? demo?.workspaceId : undefined;
  const only = list(values.only);
  const places = Object.entries(await pagesOf(credentials));
  const isWanted = (name: string): boolean => only.length === 0 || only.includes(name);
  const wanted = places.filter(([name]) => isWanted(name));
  mkdirSync(values.out, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const width of list(values.width).map(Number)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { baseUrl } = credentials;
        const shots = { baseUrl, account, workspaceId, width, colorScheme, wanted, isWanted, out: values.out };
        await takeAll(browser, shots);
      }
    }
  } finally {
    await browser.close();
  }
}

interface Shots {
  baseUrl: string;
  account: { email: string; password: string };
  /** The workspace to switch to, if it is not the first one. */
  workspaceId: string | undefined;
  width: number;
  colorScheme: 'light' | 'dark';
  wanted: readonly (readonly [name: string, path: string])[];
  isWanted: (name: string) => boolean;
  out: string;
}

async function takeAll(browser: Browser, shots: Shots): Promise<void> {
  const { baseUrl, account, workspaceId, width, colorScheme, wanted, isWanted, out } = shots;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const take = async (name: string): Promise<void> => {
    if (!isWanted(name)) return;
    await page.screenshot({ path: path.join(out, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  };
  await page.goto(`${baseUrl}/password-reset`);
  await take('forgotten-password');
  await page.goto(`${baseUrl}/console`);
  await page.getByLabel('Email').waitFor();
  await take('sign-in');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Password').waitFor({ state: 'detached' });
  await settled(page);
  if ((await page.locator('main h1').innerText()) === 'Where do you want to start?') await take('first-choice');
  if (workspaceId !== undefined) {
    await page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/session/workspace', { method: 'POST', headers, body: JSON.stringify({ workspaceId: id }) });
    }, workspaceId);
  }
  for (const [name, place] of wanted) {
    await page.goto(`${baseUrl}/console${place}`);
    await settled(page);
    await take(name);
  }
  await context.close();
  console.log(`${wanted.length} pages, ${width} px, ${colorScheme}`);
}

/** Waits until no request is open. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  // The stream of live events stays open.
  if (!page.url().endsWith('/events')) await page.waitForLoadState('networkidle');
  await page.locator('.loading, [aria-busy=true]').first().waitFor({ state: 'detached' });
}

interface Named {
  id: string;
  status?: string;
}

/** Returns the pages. The first item of each list represents its kind. */
async function pagesOf({ baseUrl, serverKey, demo }: Credentials): Promise<Record<string, string>> {
  const api = demoApi(baseUrl, demo?.serverKey ?? serverKey);
  const rows = async (route: string): Promise<Named[]> => {
    const response = await api.get<Named[] | { data: Named[] }>(route);
    return Array.isArray(response) ? response : response.data;
  };
  const first = async (
    name: string,
    route: string,
    to = route.replace('/api', ''),
  ): Promise<Record<string, string>> => {
    const [row] = await rows(route);
    return row === undefined ? {} : { [name]: `${to}/${row.id}` };
  };
  return {
    ...lists,
    ...(await journeyPages(rows)),
    ...(await experimentPages(rows)),
    ...(await first('person', '/api/end-users', '/people')),
    ...(await first('audience', '/api/audiences')),
    ...(await first('communication', '/api/communications')),
    ...(await first('trigger', '/api/trigger-contracts', '/triggers')),
    ...(await first('belief', '/api/beliefs')),
    ...(await first('conversion', '/api/conversion-goals', '/conversions')),
    ...(await first('target', '/api/targets')),
  };
}

type Rows = (route: string) => Promise<Named[]>;

/** Returns the pages of a journey with executions, if there is one. */
async function journeyPages(rows: Rows): Promise<Record<string, string>> {
  const journeys = await rows('/api/journeys');
  let [shown, execution] = [journeys[0], undefined as string | undefined];
  for (const journey of journeys) {
    const [newest] = (await rows(`/api/journeys/${journey.id}/executions`)) as { executionArn?: string }[];
    if (newest === undefined) continue;
    [shown, execution] = [journey, newest.executionArn?.split('/').at(-1)];
    break;
  }
  if (shown === undefined) return {};
  const at = `/journeys/${shown.id}`;
  const views = ['simulate', 'executions', 'impact', 'versions', 'audit'];
  return {
    journey: at,
    'journey-outline': `${at}?as=outline`,
    'journey-difference': `${at}?version=draft&against=1`,
    ...Object.fromEntries(views.map((view) => [`journey-${view}`, `${at}?view=${view}`])),
    ...(execution === undefined ? {} : { 'journey-execution': `${at}/executions/${execution}` }),
  };
}

async function experimentPages(rows: Rows): Promise<Record<string, string>> {
  const experiments = await rows('/api/experiments');
  const draft = experiments.find(({ status }) => status === 'draft');
  const results = experiments.find(({ status }) => status !== 'draft');
  return {
    ...(draft === undefined ? {} : { 'experiment-draft': `/experiments/${draft.id}` }),
    ...(results === undefined ? {} : { 'experiment-results': `/experiments/${results.id}` }),
  };
}

const lists: Record<string, string> = {
  overview: '',
  start: '/start',
  install: '/install',
  'install-react': '/install?as=react',
  'install-next': '/install?as=next',
  'install-gtm': '/install?as=gtm',
  'install-server': '/install?as=server',
  journeys: '/journeys',
  'journey-new': '/journeys?new=1',
  'journey-import': '/journeys/import',
  communications: '/communications',
  'communication-new': '/communications/new',
  audiences: '/audiences',
  'audience-new': '/audiences/new',
  triggers: '/triggers',
  'trigger-new': '/triggers?new=1',
  transactional: '/transactional',
  messages: '/messages',
  suppressions: '/suppressions',
  'suppression-new': '/suppressions?new=1',
  people: '/people',
  'person-new': '/people?new=1',
  experiments: '/experiments',
  'experiment-new': '/experiments/new',
  beliefs: '/beliefs',
  'belief-new': '/beliefs?new=1',
  program: '/program',
  attribution: '/attribution',
  targets: '/targets',
  'target-new': '/targets?new=1',
  conversions: '/conversions',
  'conversion-new': '/conversions?new=1',
  events: '/events',
  'events-rejected': '/events/rejected',
  'events-catalog': '/events/catalog',
  connections: '/connections',
  'connection-new': '/connections?new=1',
  operations: '/operations',
  'settings-workspace': '/settings/workspace',
  'settings-sender': '/settings/sender',
  'settings-members': '/settings/members',
  'settings-keys': '/settings/keys',
  'settings-secrets': '/settings/secrets',
  'settings-digest': '/settings/digest',
  'settings-audit': '/settings/audit',
  account: '/account',
  'not-found': '/no/such/page',
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
