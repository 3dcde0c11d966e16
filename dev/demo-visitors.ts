import type { Credentials } from './credentials';
import { demoApi, type DemoApi } from './demo-api';

/** The visitor part of the demo: visitors arrive, view pages and become leads. */

/** Where visitors come from: the landing page's query, or the referrer. */
const sources = [
  { landing: '/?utm_source=google&utm_medium=cpc&utm_campaign=brand', referrer: 'https://www.google.com/' },
  { landing: '/', referrer: 'https://www.google.com/' },
  { landing: '/blog/launch?utm_source=newsletter&utm_medium=email' },
  { landing: '/pricing', referrer: 'https://news.ycombinator.com/' },
  { landing: '/', referrer: 'https://www.linkedin.com/' },
  { landing: '/' },
];

/** Returns the query of a visitor's first page and the referrer, by the visitor's number. */
export function landingOf(index: number): { query: string; referrer: string | undefined } {
  const { landing, referrer } = sources[index % sources.length] as (typeof sources)[number];
  return { query: landing.slice(landing.includes('?') ? landing.indexOf('?') : landing.length), referrer };
}

const pages = ['/', '/pricing', '/docs', '/signup'];
const names = ['Ada', 'Grace', 'Linus', 'Margaret', 'Dennis', 'Barbara', 'Ken', 'Radia', 'Donald', 'Frances'];
const site = 'https://shop.example.com';

export interface DemoLead {
  email: string;
  firstName: string;
  /** Visitor id of the browser in which they signed up. */
  visitorId: string;
}

interface Visit {
  visitorId: string;
  source: (typeof sources)[number];
  /** Number of pages viewed. Visitors who view all of them sign up. */
  depth: number;
  startedAt: number;
}

interface Identity {
  leadId: string | null;
  events: { type: string; url: string | null; timestamp: string; visitorId: string | null }[];
  attribution: { channel: string; source: string | null };
}

/**
 * Sends three visitors per lead, from various channels within the last hour. They view pages, and every third one signs
 * up.
 */
export async function sendVisitors(credentials: Credentials, run: string, leads: number): Promise<DemoLead[]> {
  const browser = demoApi(credentials.baseUrl, credentials.workspaceKey);
  const visits = Array.from({ length: leads * 3 }, (_, index) => visitOf(run, index));
  for (let start = 0; start < visits.length; start += 25) {
    await post(browser, credentials, visits.slice(start, start + 25).flatMap(pageviews));
  }
  const signedUp = visits.filter(({ depth }) => depth === pages.length).slice(0, leads);
  console.log(`${visits.length} visitors from ${sources.length} sources viewed pages`);
  return signedUp.map(({ visitorId }, index) => leadOf(run, index, visitorId));
}

/**
 * Identifies visitors like the snippet's `apex.identify`. Every fifth lead returns on a phone and is identified again.
 */
export async function stitchVisitors(credentials: Credentials, leads: readonly DemoLead[]): Promise<void> {
  const browser = demoApi(credentials.baseUrl, credentials.workspaceKey);
  for (const { email, visitorId } of leads) await stitch(browser, credentials, visitorId, email);
  const returning = leads.filter((_, index) => index % 5 === 0);
  for (const { email, visitorId } of returning) {
    const phone = `${visitorId}-phone`;
    await post(browser, credentials, [pageview(phone, '/docs', Date.now() - 30_000)]);
    await stitch(browser, credentials, phone, email);
  }
  console.log(`${leads.length} visitors became leads; ${returning.length} of them used two devices`);
}

/** Prints one lead's timeline from GET /api/identity. */
export async function printTimeline(api: DemoApi, { visitorId }: DemoLead): Promise<void> {
  const { leadId, events, attribution } = await api.get<Identity>(`/api/identity?visitorId=${visitorId}`);
  console.log(
    `Timeline of ${leadId ?? 'no lead'}, first channel ${attribution.channel} (${attribution.source ?? '-'}):`,
  );
  for (const event of [...events].reverse()) {
    const device = event.visitorId === null ? 'server' : event.visitorId.endsWith('-phone') ? 'phone ' : 'laptop';
    console.log(`  ${event.timestamp.slice(11, 19)}  ${device}  ${event.type.padEnd(22)} ${event.url ?? ''}`);
  }
}

function visitOf(run: string, index: number): Visit {
  const source = sources[index % sources.length] as (typeof sources)[number];
  const depth = index % 3 === 0 ? pages.length : 1 + (index % 3);
  return { visitorId: `visitor-${run}-${index}`, source, depth, startedAt: Date.now() - 3_600_000 + index * 15_000 };
}

function pageviews({ visitorId, source, depth, startedAt }: Visit) {
  const seen = [source.landing, ...pages.slice(1, depth)];
  return seen.map((path, index) => ({
    ...pageview(visitorId, path, startedAt + index * 40_000),
    ...(index === 0 && source.referrer !== undefined ? { referrer: source.referrer } : {}),
  }));
}

const pageview = (visitorId: string, path: string, at: number) => ({
  type: 'pageview',
  visitorId,
  url: site + path,
  timestamp: new Date(at).toISOString(),
  messageId: `${visitorId}-${at}`,
});

function leadOf(run: string, index: number, visitorId: string): DemoLead {
  const firstName = names[index % names.length] ?? 'Ada';
  return { email: `${firstName.toLowerCase()}.${run}.${index}@example.com`, firstName, visitorId };
}

const post = (browser: DemoApi, { workspaceKey }: Credentials, events: unknown[]) =>
  browser.post('/api/events', { workspaceKey, events });

const stitch = (browser: DemoApi, { workspaceKey }: Credentials, visitorId: string, email: string) =>
  browser.post('/api/identity/stitch', { workspaceKey, visitorId, email });
