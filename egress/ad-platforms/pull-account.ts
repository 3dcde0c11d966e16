import type { Credentials } from '../../domain/connections/credentials';
import { PullError } from '../../domain/connections/pull-failure';
import type { PullDays } from '../../domain/connections/pull-window';
import { tokenResponse, tokenError } from '../../domain/connections/platforms/schemas';
import type { ConnectedType } from '../../domain/connections/schemas';
import type { CampaignDay } from '../../domain/metrics/figures';
import { fetchJson, type Egress } from './fetch-json';
import { googleAds } from './google-ads';
import { linkedInAds } from './linkedin-ads';
import { appSecretProof, metaAds } from './meta-ads';
import type { PlatformCall, Platform, PlatformRequest, PlatformVersions } from './platform';
import { createPullCount, pullLimits, tooManyRows, withDeadline, type PullLimits } from './pull-limits';
import { readResponse } from './read-response';

export const platformOf = (type: ConnectedType, versions: PlatformVersions): Platform => {
  switch (type) {
    case 'google_ads':
      return googleAds(versions.googleAds);
    case 'meta_ads':
      return metaAds(versions.metaAds);
    case 'linkedin_ads':
      return linkedInAds(versions.linkedInAds);
  }
};

interface Account {
  accountId: string;
  /** Null for the platform's default. */
  baseUrl: string | null;
  credentials: Credentials;
}

interface Pulling {
  egress: Egress;
  limits?: PullLimits;
  /** Stores credentials with a new token before they are used, because the platform may have revoked the previous one. */
  keep: (credentials: Credentials) => Promise<void>;
}

/**
 * Reads the figures of an account. Renews the access token if it has expired or is about to.
 * @throws PullError if the platform returns no figures; the signal's reason if it is aborted
 */
export const pullAccount = (
  platform: Platform,
  account: Account,
  days: PullDays,
  { egress, limits = pullLimits, keep }: Pulling,
): Promise<CampaignDay[]> =>
  withDeadline(platform.name, { signal: egress.signal, ms: limits.ms }, (signal) =>
    pullWithin(platform, account, days, { egress: { ...egress, signal }, limits, keep }),
  );

async function pullWithin(
  platform: Platform,
  { accountId, baseUrl, credentials }: Account,
  days: PullDays,
  { egress, limits, keep }: Required<Pulling>,
): Promise<CampaignDay[]> {
  const tokenUrl = baseUrl === null ? platform.tokenUrl : `${baseUrl}/oauth/token`;
  let current = credentials;
  const renew = async (): Promise<boolean> => {
    const renewal = platform.renewal(current, tokenUrl);
    if (renewal === null) return false;
    current = await exchange(platform, renewal, current, egress);
    await keep(current);
    return true;
  };
  if (isEnding(current, platform.renewBeforeSeconds)) await renew();
  const count = createPullCount(platform.name, limits);
  const call: PlatformCall = async (request) => {
    count.countPage(request);
    const callOnce = async (): Promise<unknown> => {
      const response = await fetchJson(withToken(request, platform, current), egress);
      count.countBytes(response.bytes);
      if (response.status >= 200 && response.status < 300) return readJson(platform, response.body);
      return new PullError(platform.classifyFailure(response, new Date()));
    };
    let result = await callOnce();
    // Only once: if a new token is refused, too, the token is not the cause.
    if (result instanceof PullError && result.failure.kind === 'expired' && (await renew())) result = await callOnce();
    if (result instanceof PullError) throw result;
    return result;
  };
  const pages = platform.pull({ call, baseUrl: baseUrl ?? platform.baseUrl, accountId, days });
  return onceEach(platform, pages, days, limits);
}

/** The expiry of a token that a person entered is unknown, so it is renewed if possible. */
function isEnding({ accessToken, accessTokenExpiresAt }: Credentials, beforeSeconds: number): boolean {
  if (accessToken === undefined || accessTokenExpiresAt === undefined) return true;
  return Date.parse(accessTokenExpiresAt) - Date.now() < beforeSeconds * 1_000;
}

/** Seconds until a token expires if the platform does not specify it: long enough to renew it a month later. */
const defaultLifeSeconds = 60 * 86_400;

async function exchange(
  platform: Platform,
  request: PlatformRequest,
  credentials: Credentials,
  egress: Egress,
): Promise<Credentials> {
  const response = await fetchJson(request, egress);
  if (response.status < 200 || response.status >= 300) {
    const { error = '', error_description: detail = '' } = tokenError.safeParse(response.body).data ?? {};
    const failure = platform.classifyFailure(response, new Date());
    if (failure.kind === 'later') throw new PullError(failure);
    const why = error === '' ? failure.message : `${platform.name} returned ${response.status} ${error}: ${detail}`;
    throw new PullError({ kind: 'refused', message: `The access token could not be renewed. ${why}` });
  }
  const token = readResponse(tokenResponse, response.body, platform.name);
  const expiresAt = new Date(Date.now() + (token.expires_in ?? defaultLifeSeconds) * 1_000);
  return {
    ...credentials,
    accessToken: token.access_token,
    accessTokenExpiresAt: expiresAt.toISOString(),
    ...(token.refresh_token === undefined ? {} : { refreshToken: token.refresh_token }),
  };
}

function withToken(request: PlatformRequest, platform: Platform, credentials: Credentials): PlatformRequest {
  const { accessToken, appSecret } = credentials;
  if (accessToken === undefined) {
    throw new PullError({
      kind: 'refused',
      message: `${platform.name} needs an access token. Update the credentials of the connection.`,
    });
  }
  const headers = { ...request.headers, ...platform.headers(credentials), authorization: `Bearer ${accessToken}` };
  if (appSecret === undefined) return { ...request, headers };
  return { ...request, url: `${request.url}&appsecret_proof=${appSecretProof(accessToken, appSecret)}`, headers };
}

function readJson(platform: Platform, body: unknown): unknown {
  if (body !== undefined) return body;
  throw new PullError({ kind: 'later', message: `${platform.name} returned incomplete or invalid JSON.` });
}

/**
 * Collects each day once: a row that moved to another page while the pages were read appears twice, and the later one is newer.
 * Leaves out days that were not requested.
 */
async function onceEach(
  platform: Platform,
  pages: AsyncIterable<readonly CampaignDay[]>,
  { from, to }: PullDays,
  { rows }: PullLimits,
): Promise<CampaignDay[]> {
  const byKey = new Map<string, CampaignDay>();
  for await (const page of pages) {
    for (const day of page) if (day.date >= from && day.date <= to) byKey.set(`${day.date} ${day.campaignId}`, day);
    if (byKey.size > rows) throw tooManyRows(platform.name);
  }
  return [...byKey.values()];
}
