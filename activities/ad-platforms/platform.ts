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
  /** Parsed JSON; undefined of anything else. */
  body: unknown;
}

/** Versions of the platforms' interfaces, which end after a year or so. */
export interface PlatformVersions {
  googleAds: string;
  metaAds: string;
  /** `yyyymm`. */
  linkedInAds: string;
}

/** Asks with a token that holds, and answers the JSON of a 2xx. @throws PullError */
export type PlatformCall = (request: PlatformRequest) => Promise<unknown>;

export interface PullRequest {
  call: PlatformCall;
  baseUrl: string;
  accountId: string;
  days: PullDays;
}

/** One platform's dialect. */
export interface Platform {
  /** As people know it. */
  name: string;
  baseUrl: string;
  /** Where tokens are exchanged, unless the connection has an address of its own: there it is `/oauth/token` below that. */
  tokenUrl: string;
  /** Seconds before its end at which a token is exchanged for another. */
  renewBeforeSeconds: number;
  /** Null when the credentials hold nothing to get another token with. */
  renewal(credentials: Credentials, tokenUrl: string): PlatformRequest | null;
  /** Beside the token. */
  headers(credentials: Credentials): Record<string, string>;
  /** What an answer that is no 2xx means. */
  classifyFailure(response: PlatformResponse, now: Date): PullFailure;
  /** All figures of the days, as their pages come. */
  pull(request: PullRequest): AsyncIterable<CampaignDay[]>;
}

/** A request of RFC 6749, section 6. */
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
