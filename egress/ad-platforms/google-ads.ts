import { platformNames } from '../../domain/connections/platform-names';
import { retryLater, retryAfterMs, type PullFailure } from '../../domain/connections/pull-failure';
import { googleResponse, googleError } from '../../domain/connections/platforms/schemas';
import { toMicros, type CampaignDay } from '../../domain/metrics/figures';
import { refreshRequest, type Platform, type PlatformResponse, type PullRequest } from './platform';
import { readResponse } from './read-response';

/** Google Ads API: https://developers.google.com/google-ads/api/rest/overview */

const name = platformNames.google_ads;

export const googleAds = (version: string): Platform => ({
  name,
  baseUrl: `https://googleads.googleapis.com/${version}`,
  tokenUrl: 'https://oauth2.googleapis.com/token',
  renewBeforeSeconds: 60,
  renewal: (credentials, tokenUrl) => refreshRequest(tokenUrl, credentials),
  headers: ({ developerToken = '', loginCustomerId }) => ({
    'developer-token': developerToken,
    ...(loginCustomerId === undefined ? {} : { 'login-customer-id': loginCustomerId }),
  }),
  classifyFailure,
  pull,
});

async function* pull({ call, baseUrl, accountId, days: { from, to } }: PullRequest): AsyncGenerator<CampaignDay[]> {
  const query =
    'SELECT customer.currency_code, campaign.id, campaign.name, segments.date, metrics.cost_micros, metrics.impressions, ' +
    'metrics.clicks, metrics.conversions, metrics.conversions_value FROM campaign ' +
    `WHERE segments.date BETWEEN '${from}' AND '${to}' ORDER BY segments.date, campaign.id`;
  let pageToken: string | undefined;
  do {
    const body = await call({
      method: 'POST',
      url: `${baseUrl}/customers/${accountId}/googleAds:search`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, ...(pageToken === undefined ? {} : { pageToken }) }),
    });
    const { results, nextPageToken } = readResponse(googleResponse, body, name);
    yield results.map(({ customer, campaign, segments, metrics }) => ({
      date: segments.date,
      campaignId: campaign.id,
      campaign: campaign.name,
      currency: customer.currencyCode,
      spendMicros: metrics.costMicros,
      revenueMicros: toMicros(metrics.conversionsValue),
      impressions: metrics.impressions,
      clicks: metrics.clicks,
      conversions: metrics.conversions,
    }));
    pageToken = nextPageToken === '' ? undefined : nextPageToken;
  } while (pageToken !== undefined);
}

function classifyFailure({ status, headers, body }: PlatformResponse, now: Date): PullFailure {
  const { code, detail, waitSeconds } = readError(body);
  const message = `${name} returned ${status} ${code}: ${detail}`;
  if (status === 401) return { kind: 'expired', message };
  if (status !== 429 && status < 500) return { kind: 'refused', message };
  return retryLater(message, retryAfterMs(headers['retry-after'] ?? waitSeconds, now));
}

/** Reads an error. The first nested error is more exact than the outer one. */
function readError(body: unknown) {
  const { status = '', message = '', details = [] } = googleError.safeParse(body).data?.error ?? {};
  const inner = details.flatMap(({ errors = [] }) => errors);
  const delays = inner.flatMap(({ details: { quotaErrorDetails } = {} }) => quotaErrorDetails?.retryDelay ?? []);
  return {
    code: status,
    detail: inner.find((one) => one.message !== undefined)?.message ?? message,
    /** In the form of Retry-After: `1.5s` is 2. */
    waitSeconds: delays[0] === undefined ? undefined : String(Math.ceil(Number.parseFloat(delays[0]))),
  };
}
