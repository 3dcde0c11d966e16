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
import { readResponse } from './read-response';

/** More would fit into no memory; no account of 90 days has them. */
const mostDays = 1_000_000;

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

export interface Account {
  accountId: string;
  /** Null for the platform's own. */
  baseUrl: string | null;
  credentials: Credentials;
}

/**
 * Pulls the figures of an account, with a new token where the one at hand has ended or is about to.
 * @param keep stores credentials with a new token before they are used: a platform may have ended the one before
 * @throws PullError
 */
export async function pullAccount(
  platform: Platform,
  { accountId, baseUrl, credentials }: Account,
  days: PullDays,
  { egress, keep }: { egress: Egress; keep: (credentials: Credentials) => Promise<void> },
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
  const call: PlatformCall = async (request) => {
    const callOnce = async (): Promise<unknown> => {
      const response = await fetchJson(withToken(request, platform, current), egress);
      if (response.status >= 200 && response.status < 300) return readJson(platform, response.body);
      return new PullError(platform.classifyFailure(response, new Date()));
    };
    let result = await callOnce();
    // Once: a new token that is refused, too, is not what is wrong.
    if (result instanceof PullError && result.failure.kind === 'expired' && (await renew())) result = await callOnce();
    if (result instanceof PullError) throw result;
    return result;
  };
  const found = await platform.pull({ call, baseUrl: baseUrl ?? platform.baseUrl, accountId, days });
  return onceEach(platform, found, days);
}

/** The expiry of a token that was entered is unknown: it is exchanged where it can be. */
function isEnding({ accessToken, accessTokenExpiresAt }: Credentials, beforeSeconds: number): boolean {
  if (accessToken === undefined || accessTokenExpiresAt === undefined) return true;
  return Date.parse(accessTokenExpiresAt) - Date.now() < beforeSeconds * 1_000;
}

/** What a token lives for when the platform does not say, seconds: long enough to be exchanged a month later. */
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
    const why = error === '' ? failure.message : `${platform.name} answered ${response.status} ${error}: ${detail}`;
    throw new PullError({ kind: 'refused', message: `No new token. ${why}` });
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
    throw new PullError({ kind: 'refused', message: `There is no access token for ${platform.name}.` });
  }
  const headers = { ...request.headers, ...platform.headers(credentials), authorization: `Bearer ${accessToken}` };
  if (appSecret === undefined) return { ...request, headers };
  return { ...request, url: `${request.url}&appsecret_proof=${appSecretProof(accessToken, appSecret)}`, headers };
}

function readJson(platform: Platform, body: unknown): unknown {
  if (body !== undefined) return body;
  throw new PullError({ kind: 'later', message: `${platform.name} answered no JSON, or half of it.` });
}

/** What moved from one page to another while they were read comes twice: the later is the newer. Days outside the request are left out. */
function onceEach(platform: Platform, found: readonly CampaignDay[], { from, to }: PullDays): CampaignDay[] {
  const byKey = new Map<string, CampaignDay>();
  for (const day of found) if (day.date >= from && day.date <= to) byKey.set(`${day.date} ${day.campaignId}`, day);
  if (byKey.size <= mostDays) return [...byKey.values()];
  throw new PullError({ kind: 'refused', message: `${platform.name} has more figures than can be stored.` });
}
