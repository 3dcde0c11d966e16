import type { Credentials } from '../../domain/connections/credentials';
import type { PullFailure } from '../../domain/connections/pull-failure';
import type { PullDays } from '../../domain/connections/pull-window';
import type { CampaignDay } from '../../domain/metrics/figures';

export interface PlatformRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface PlatformResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON; undefined if it is not JSON. */
  body: unknown;
}

/** Versions of the platforms' APIs. Platforms retire a version after about a year. */
export interface PlatformVersions {
  googleAds: string;
  metaAds: string;
  /** `yyyymm`. */
  linkedInAds: string;
}

/** Makes a request with a valid token, and returns the JSON of a 2xx response. @throws PullError */
export type PlatformCall = (request: PlatformRequest) => Promise<unknown>;

export interface PullRequest {
  call: PlatformCall;
  baseUrl: string;
  accountId: string;
  days: PullDays;
}

/** How one platform is called. */
export interface Platform {
  /** Its display name. */
  name: string;
  baseUrl: string;
  /** Where tokens are exchanged. A connection with its own address uses `/oauth/token` there. */
  tokenUrl: string;
  /** A token is renewed when it expires in fewer seconds than this. */
  renewBeforeSeconds: number;
  /** Builds the request for a new token. Null if the credentials cannot renew it. */
  renewal(credentials: Credentials, tokenUrl: string): PlatformRequest | null;
  /** Headers in addition to the token. */
  headers(credentials: Credentials): Record<string, string>;
  /** Explains a response other than 2xx. */
  classifyFailure(response: PlatformResponse, now: Date): PullFailure;
  /** Yields the figures of the days, page by page. */
  pull(request: PullRequest): AsyncIterable<CampaignDay[]>;
}

/** Builds a refresh request (RFC 6749, section 6). */
export const refreshRequest = (url: string, { clientId, clientSecret, refreshToken }: Credentials) =>
  clientId === undefined || clientSecret === undefined || refreshToken === undefined
    ? null
    : ({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: clientId,
          client_secret: clientSecret,
          refresh_token: refreshToken,
        }).toString(),
      } satisfies PlatformRequest);
