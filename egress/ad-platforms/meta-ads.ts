import { createHmac } from 'node:crypto';
import { platformNames } from '../../domain/connections/platform-names';
import { retryLater, retryAfterMs, type PullFailure } from '../../domain/connections/pull-failure';
import { metaResponse, metaError, metaUsage, type MetaRow } from '../../domain/connections/platforms/schemas';
import { toMicros, type CampaignDay } from '../../domain/metrics/figures';
import type { Platform, PlatformResponse, PullRequest } from './platform';
import { readResponse } from './read-response';

/** Marketing API: https://developers.facebook.com/docs/marketing-api/insights */

const name = platformNames.meta_ads;
const fields = 'campaign_id,campaign_name,account_currency,spend,impressions,clicks,actions,action_values,date_start';
const rowsOfPage = '500';
/** Application, user, page, ad account and business use case: https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
const isRateCode = (code: number): boolean => [4, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);
const expiredCodes = [102, 190];
const passingCodes = [1, 2];

export const metaAds = (version: string): Platform => ({
  name,
  baseUrl: `https://graph.facebook.com/${version}`,
  tokenUrl: `https://graph.facebook.com/${version}/oauth/access_token`,
  // A token is valid for sixty days. Once it has expired, it cannot be exchanged.
  renewBeforeSeconds: 30 * 86_400,
  renewal({ appId, appSecret, accessToken }, tokenUrl) {
    if (appId === undefined || appSecret === undefined || accessToken === undefined) return null;
    const query = new URLSearchParams({
      grant_type: 'fb_exchange_token',
      client_id: appId,
      client_secret: appSecret,
      fb_exchange_token: accessToken,
    });
    return { method: 'GET', url: `${tokenUrl}?${query.toString()}` };
  },
  headers: () => ({}),
  classifyFailure,
  pull,
});

/** Apps can require this next to a token: https://developers.facebook.com/docs/graph-api/guides/secure-requests */
export const appSecretProof = (accessToken: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(accessToken).digest('hex');

async function* pull({ call, baseUrl, accountId, days }: PullRequest): AsyncGenerator<CampaignDay[]> {
  let after: string | undefined;
  do {
    const query = new URLSearchParams({
      fields,
      level: 'campaign',
      time_increment: '1',
      time_range: JSON.stringify({ since: days.from, until: days.to }),
      limit: rowsOfPage,
      ...(after === undefined ? {} : { after }),
    });
    const body = await call({ method: 'GET', url: `${baseUrl}/act_${accountId}/insights?${query.toString()}` });
    const { data, paging } = readResponse(metaResponse, body, name);
    yield data.map(toDay);
    // The last page has a cursor, too, but no next.
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
  } while (after !== undefined);
}

const toDay = (row: MetaRow): CampaignDay => ({
  date: row.date_start,
  campaignId: row.campaign_id,
  campaign: row.campaign_name,
  currency: row.account_currency,
  spendMicros: toMicros(row.spend),
  revenueMicros: toMicros(valueOf(row.action_values)),
  impressions: row.impressions,
  clicks: row.clicks,
  conversions: valueOf(row.actions),
});

/**
 * The action types of purchases. Each includes the next one. A report can lack the wider types or report 0 for them, so
 * the first type with a value counts.
 */
const purchaseTypes = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase'];

/** Returns purchases and leads. */
function valueOf(actions: MetaRow['actions']): number {
  const one = (type: string): number => actions.find(({ action_type }) => action_type === type)?.value ?? 0;
  const purchases = purchaseTypes.map(one).find((value) => value !== 0) ?? 0;
  return Math.max(0, purchases + one('lead'));
}

function classifyFailure({ status, headers, body }: PlatformResponse, now: Date): PullFailure {
  const {
    code = 0,
    message: detail = '',
    is_transient: isPassing = false,
  } = metaError.safeParse(body).data?.error ?? {};
  const message = `${name} returned ${status}, code ${code}: ${detail}`;
  if (expiredCodes.includes(code)) return { kind: 'expired', message };
  if (status === 429 || isRateCode(code)) {
    return retryLater(message, retryAfterMs(headers['retry-after'], now) ?? regainMs(headers));
  }
  if (status >= 500 || isPassing || passingCodes.includes(code)) {
    return retryLater(message, retryAfterMs(headers['retry-after'], now));
  }
  return { kind: status === 401 ? 'expired' : 'refused', message };
}

/** Returns the longest time in the usage header, which is in minutes. Default: five minutes. */
function regainMs(headers: PlatformResponse['headers']): number {
  const usage = metaUsage.safeParse(parseOrNull(headers['x-business-use-case-usage'])).data ?? {};
  const minutes = Object.values(usage)
    .flat()
    .map((one) => one.estimated_time_to_regain_access);
  return Math.min(1_440, Math.max(0, ...minutes) || 5) * 60_000;
}

function parseOrNull(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
