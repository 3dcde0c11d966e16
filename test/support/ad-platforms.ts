import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A local server that implements Google Ads, Meta and LinkedIn for pulls, by their public references, and refuses any
 * other request.
 */
export interface AdPlatforms {
  /** `127.0.0.1:port`, the value for WEBHOOK_ALLOW_HOSTS. */
  host: string;
  baseUrl(type: AdDialect): string;
  /** The data of the account: campaigns, with the same metrics on each day. */
  account: AdAccount;
  /** Tokens that are accepted now. A renewal returns a new one. */
  tokens: Set<string>;
  /** Whether renewals are refused. */
  refusesRenewal: boolean;
  /** Each request for metrics uses up one fault, in order. */
  faults: AdFault[];
  /** Number of successful requests for metrics, and of renewals. */
  served: { figures: number; renewals: number };
  stop(): Promise<void>;
}

export type AdDialect = 'google_ads' | 'meta_ads' | 'linkedin_ads';
/** `pass` responds as usual; `half` ends the connection in the middle of the response. */
export type AdFault = 'pass' | 'rate_limited' | 'half' | 'broken' | 'expire' | 'echo';

export interface AdAccount {
  currency: string;
  campaigns: { id: string; name: string; spend: number; conversions: number; revenue: number }[];
  /** Days without metrics. */
  silentDays: string[];
  rowsOfPage: number;
}

interface PlatformRequest {
  dialect: AdDialect;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const refused = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  body,
  headers,
});

export async function startAdPlatforms(): Promise<AdPlatforms> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', 'http://local');
    const [, dialect = '', ...rest] = url.pathname.split('/');
    const body = Buffer.concat(chunks).toString('utf8');
    const path = `${request.method ?? ''} /${rest.join('/')}`;
    respond(
      platforms,
      { dialect: dialect as AdDialect, path, query: url.searchParams, headers: request.headers, body },
      response,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const platforms: AdPlatforms = {
    host,
    baseUrl: (type) => `http://${host}/${type}`,
    account: { currency: 'EUR', campaigns: [], silentDays: [], rowsOfPage: 7 },
    tokens: new Set(),
    refusesRenewal: false,
    faults: [],
    served: { figures: 0, renewals: 0 },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return platforms;
}

function respond(platforms: AdPlatforms, request: PlatformRequest, response: ServerResponse): void {
  const isRenewal = request.path.endsWith('/oauth/token');
  const fault = isRenewal ? 'pass' : (platforms.faults.shift() ?? 'pass');
  if (fault === 'expire') platforms.tokens.clear();
  const reply = isRenewal
    ? renew(platforms, request)
    : (faultReply(request, fault) ?? figuresReply(platforms, request));
  const text = fault === 'broken' ? '<html>Bad gateway' : JSON.stringify(reply.body);
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  if (fault === 'half') {
    response.write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  response.end(text);
}

function faultReply({ dialect, headers }: PlatformRequest, fault: AdFault): Reply | null {
  if (fault === 'rate_limited') {
    const code = { google_ads: 429, meta_ads: 400, linkedin_ads: 429 }[dialect];
    return refused(code, errorBody(dialect, 'rate', 'Slow down.'), { 'retry-after': '1' });
  }
  if (fault === 'echo') return refused(403, errorBody(dialect, 'refused', `No access with ${headers.authorization}.`));
  return null;
}

const errorCodes = {
  google_ads: { rate: 'RESOURCE_EXHAUSTED', expired: 'UNAUTHENTICATED', refused: 'PERMISSION_DENIED' },
  meta_ads: { rate: 80_000, expired: 190, refused: 200 },
  linkedin_ads: { rate: 101, expired: 65_601, refused: 100 },
};

function errorBody(dialect: AdDialect, kind: 'rate' | 'expired' | 'refused', message: string): unknown {
  const code = errorCodes[dialect][kind];
  if (dialect === 'google_ads') return { error: { code: 0, status: code, message } };
  if (dialect === 'meta_ads') return { error: { message, type: 'OAuthException', code } };
  return { message, serviceErrorCode: code };
}

/** RFC 6749 for Google and LinkedIn, the token exchange for Meta. */
function renew(platforms: AdPlatforms, { dialect, path, query, body }: PlatformRequest): Reply {
  const form = dialect === 'meta_ads' ? query : new URLSearchParams(body);
  const grant = dialect === 'meta_ads' ? 'fb_exchange_token' : 'refresh_token';
  const isWhole = ['client_id', 'client_secret', grant].every((name) => (form.get(name) ?? '') !== '');
  const method = dialect === 'meta_ads' ? 'GET' : 'POST';
  if (platforms.refusesRenewal || !isWhole || form.get('grant_type') !== grant || !path.startsWith(method)) {
    return refused(400, { error: 'invalid_grant', error_description: `Token ${form.get(grant)} has been revoked.` });
  }
  platforms.served.renewals += 1;
  const token = `renewed-token-${platforms.served.renewals}`;
  platforms.tokens.add(token);
  const next = dialect === 'linkedin_ads' ? { refresh_token: `refresh-token-${platforms.served.renewals}` } : {};
  return { status: 200, body: { access_token: token, expires_in: 5_184_000, ...next } };
}

function figuresReply(platforms: AdPlatforms, request: PlatformRequest): Reply {
  const { dialect, headers } = request;
  if (!platforms.tokens.has(headers.authorization?.replace('Bearer ', '') ?? '')) {
    return refused(dialect === 'meta_ads' ? 400 : 401, errorBody(dialect, 'expired', 'The token has expired.'));
  }
  const body = speak[dialect](platforms, request);
  if (body === null) return refused(400, errorBody(dialect, 'refused', 'That is not how it is asked.'));
  platforms.served.figures += 1;
  return { status: 200, body };
}

type AdRow = AdAccount['campaigns'][number] & { date: string };

function rowsOf({ campaigns, silentDays }: AdAccount, from: string, to: string): AdRow[] {
  const rows: AdRow[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    if (!silentDays.includes(date)) rows.push(...campaigns.map((campaign) => ({ ...campaign, date })));
  }
  return rows;
}

/** Returns one page. Its cursor is an offset. */
function pageOf(account: AdAccount, rows: AdRow[], cursor: string | null) {
  const start = Number(cursor ?? '0');
  const next = start + account.rowsOfPage;
  return { rows: rows.slice(start, next), next: next < rows.length ? String(next) : undefined };
}

const speak: Record<AdDialect, (platforms: AdPlatforms, request: PlatformRequest) => unknown> = {
  google_ads({ account }, { path, headers, body }) {
    const { query = '', pageToken = null } = JSON.parse(body) as { query?: string; pageToken?: string };
    const [, from, to] = /segments\.date BETWEEN '([\d-]+)' AND '([\d-]+)'/.exec(query) ?? [];
    const isExpected = path === 'POST /customers/1234567890/googleAds:search' && query.includes(' FROM campaign ');
    if (!isExpected || headers['developer-token'] === undefined || from === undefined || to === undefined) return null;
    const page = pageOf(account, rowsOf(account, from, to), pageToken);
    const results = page.rows.map((row) => ({
      customer: { resourceName: 'customers/1234567890', currencyCode: account.currency },
      campaign: { resourceName: `customers/1234567890/campaigns/${row.id}`, id: row.id, name: row.name },
      segments: { date: row.date },
      metrics: {
        costMicros: String(row.spend * 1e6),
        impressions: '1000',
        clicks: '10',
        conversions: row.conversions,
        conversionsValue: row.revenue,
      },
    }));
    return { results, ...(page.next === undefined ? {} : { nextPageToken: page.next }), fieldMask: 'campaign.id' };
  },

  meta_ads({ account }, { path, query }) {
    const range = JSON.parse(query.get('time_range') ?? '{}') as { since?: string; until?: string };
    const isExpected = path === 'GET /act_1234567890/insights' && query.get('level') === 'campaign';
    if (!isExpected || query.get('time_increment') !== '1' || range.since === undefined || range.until === undefined)
      return null;
    const page = pageOf(account, rowsOf(account, range.since, range.until), query.get('after'));
    const actions = (value: number) => [
      { action_type: 'link_click', value: '10' },
      { action_type: 'purchase', value: String(value) },
      { action_type: 'omni_purchase', value: String(value) },
    ];
    const data = page.rows.map((row) => ({
      campaign_id: row.id,
      campaign_name: row.name,
      account_currency: account.currency,
      spend: row.spend.toFixed(2),
      impressions: '1000',
      clicks: '10',
      date_start: row.date,
      date_stop: row.date,
      actions: actions(row.conversions),
      action_values: actions(row.revenue),
    }));
    const after = page.next ?? 'end';
    const next = page.next === undefined ? {} : { next: 'https://graph.example/next' };
    return { data, paging: { cursors: { before: 'start', after }, ...next } };
  },

  linkedin_ads({ account }, { path, query, headers }) {
    if (headers['linkedin-version'] === undefined || headers['x-restli-protocol-version'] !== '2.0.0') return null;
    if (path === 'GET /adAccounts/1234567890')
      return { id: 1_234_567_890, currency: account.currency, status: 'ACTIVE' };
    if (path === 'GET /adAccounts/1234567890/adCampaigns') {
      const all = account.campaigns.map(({ id, name }) => ({ id: Number(id), name }));
      const isFirst = query.get('pageToken') === null;
      return { elements: isFirst ? all.slice(0, 1) : all.slice(1), metadata: isFirst ? { nextPageToken: 'rest' } : {} };
    }
    const day = String.raw`\(year:(\d+),month:(\d+),day:(\d+)\)`;
    const range = new RegExp(`^\\(start:${day},end:${day}\\)$`).exec(query.get('dateRange') ?? '');
    const isExpected =
      path === 'GET /adAnalytics' && query.get('accounts') === 'List(urn:li:sponsoredAccount:1234567890)';
    if (!isExpected || query.get('q') !== 'analytics' || range === null) return null;
    const iso = (at: number) =>
      range
        .slice(at, at + 3)
        .map((part) => part.padStart(2, '0'))
        .join('-');
    const elements = rowsOf(account, iso(1), iso(4)).map((row) => {
      const [year, month, dayOfMonth] = row.date.split('-').map(Number);
      const date = { year, month, day: dayOfMonth };
      return {
        dateRange: { start: date, end: date },
        pivotValues: [`urn:li:sponsoredCampaign:${row.id}`],
        costInLocalCurrency: String(row.spend),
        impressions: 1_000,
        clicks: 10,
        externalWebsiteConversions: row.conversions,
        conversionValueInLocalCurrency: String(row.revenue),
      };
    });
    return { elements, paging: { start: 0, count: 10, links: [] } };
  },
};
