import type { z } from 'zod';
import { platformNames } from '../../domain/connections/platform-names';
import { retryLater, PullError, retryAfterMs, type PullFailure } from '../../domain/connections/pull-failure';
import type { PullDays } from '../../domain/connections/pull-window';
import {
  linkedInAccount,
  linkedInAnalytics,
  linkedInCampaigns,
  linkedInError,
} from '../../domain/connections/platforms/schemas';
import { toMicros, type CampaignDay } from '../../domain/metrics/figures';
import { refreshRequest, type Platform, type PlatformResponse, type PullRequest } from './platform';
import { pullLimits, tooManyRows } from './pull-limits';
import { readResponse } from './read-response';

/** LinkedIn Marketing API: https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/ads-reporting */

type AnalyticsElement = z.output<typeof linkedInAnalytics>['elements'][number];

const name = platformNames.linkedin_ads;
const campaignsOfPage = 1_000;
/** A response has no pages. One with this many elements may be cut, so its days are requested again in halves. */
const maxElements = 15_000;
const daysPerRequest = 31;
const dayMs = 86_400_000;

export const linkedInAds = (version: string): Platform => ({
  name,
  baseUrl: 'https://api.linkedin.com/rest',
  tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
  renewBeforeSeconds: 300,
  renewal: (credentials, tokenUrl) => refreshRequest(tokenUrl, credentials),
  headers: () => ({ 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' }),
  classifyFailure,
  pull,
});

async function* pull(request: PullRequest): AsyncGenerator<CampaignDay[]> {
  const { call, baseUrl, accountId } = request;
  const account = await call({ method: 'GET', url: `${baseUrl}/adAccounts/${accountId}` });
  const { currency } = readResponse(linkedInAccount, account, name);
  const names = await campaignNames(request);
  const toDay = ({ dateRange, pivotValues, ...element }: AnalyticsElement): CampaignDay => {
    const campaignId = pivotValues[0].split(':').at(-1) ?? pivotValues[0];
    const { year, month, day } = dateRange.start;
    return {
      date: isoDate(Date.UTC(year, month - 1, day)),
      campaignId,
      campaign: names.get(campaignId) ?? `Campaign ${campaignId}`,
      currency,
      spendMicros: toMicros(element.costInLocalCurrency),
      revenueMicros: toMicros(element.conversionValueInLocalCurrency),
      impressions: element.impressions,
      clicks: element.clicks,
      conversions: element.externalWebsiteConversions,
    };
  };
  for await (const elements of analytics(request, request.days)) yield elements.map(toDay);
}

async function campaignNames({ call, baseUrl, accountId }: PullRequest): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let pageToken: string | undefined;
  do {
    const page = pageToken === undefined ? '' : `&pageToken=${encodeURIComponent(pageToken)}`;
    const url = `${baseUrl}/adAccounts/${accountId}/adCampaigns?q=search&pageSize=${campaignsOfPage}${page}`;
    const response = readResponse(linkedInCampaigns, await call({ method: 'GET', url }), name);
    for (const campaign of response.elements) names.set(campaign.id, campaign.name);
    if (names.size > pullLimits.rows) throw tooManyRows(name);
    pageToken = response.metadata?.nextPageToken;
  } while (pageToken !== undefined);
  return names;
}

async function* analytics(
  { call, baseUrl, accountId }: PullRequest,
  days: PullDays,
): AsyncGenerator<AnalyticsElement[]> {
  const left = parts(days, daysPerRequest);
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    const url = `${baseUrl}/adAnalytics?${analyticsQuery(accountId, part)}`;
    const { elements } = readResponse(linkedInAnalytics, await call({ method: 'GET', url }), name);
    if (elements.length < maxElements) yield elements;
    else if (part.from < part.to) left.unshift(...parts(part, Math.ceil(daysOf(part) / 2)));
    else
      throw new PullError({
        kind: 'refused',
        message: `${name} returned incomplete data for ${part.from}: there are too many campaigns.`,
      });
  }
}

/** Builds a query in the syntax of Rest.li: brackets and colons are not encoded. */
function analyticsQuery(accountId: string, { from, to }: PullDays): string {
  const day = (iso: string) => {
    const [year, month, dayOfMonth] = iso.split('-').map(Number);
    return `(year:${year},month:${month},day:${dayOfMonth})`;
  };
  const fields =
    'dateRange,pivotValues,costInLocalCurrency,impressions,clicks,externalWebsiteConversions,conversionValueInLocalCurrency';
  return (
    `q=analytics&pivot=CAMPAIGN&timeGranularity=DAILY&dateRange=(start:${day(from)},end:${day(to)})` +
    `&accounts=List(urn%3Ali%3AsponsoredAccount%3A${accountId})&fields=${fields}`
  );
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const daysOf = ({ from, to }: PullDays): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

function parts({ from, to }: PullDays, length: number): PullDays[] {
  const found: PullDays[] = [];
  const last = Date.parse(to);
  for (let start = Date.parse(from); start <= last; start += length * dayMs) {
    found.push({ from: isoDate(start), to: isoDate(Math.min(last, start + (length - 1) * dayMs)) });
  }
  return found;
}

function classifyFailure({ status, headers, body }: PlatformResponse, now: Date): PullFailure {
  const { message: detail = '', serviceErrorCode: code } = linkedInError.safeParse(body).data ?? {};
  const message = `${name} returned ${status}${code === undefined ? '' : `, code ${code}`}: ${detail}`;
  if (status === 401) return { kind: 'expired', message };
  if (status !== 429 && status < 500) return { kind: 'refused', message };
  // Its limits apply to a day, and the response has no time for a retry.
  return retryLater(message, retryAfterMs(headers['retry-after'], now) ?? (status === 429 ? 3_600_000 : undefined));
}
