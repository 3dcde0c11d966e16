import { createHash } from 'node:crypto';
import { PullError } from '../../domain/connections/pull-failure';
import type { PlatformRequest } from './platform';

/** Limits of one pull. The host may be anyone's, and all workspaces share the process that calls it. */
export interface PullLimits {
  pages: number;
  bytes: number;
  /** Days of campaigns, each counted once; names of campaigns. */
  rows: number;
  ms: number;
}

/** Far more than 90 days of an account need: a thousand campaigns have 90,000 rows, which Meta returns as 180 pages. */
export const pullLimits: PullLimits = {
  pages: 2_000,
  bytes: 1_024 * 1_024 * 1_024,
  rows: 1_000_000,
  ms: 20 * 60_000,
};

const refusal = (message: string): PullError => new PullError({ kind: 'refused', message });

export const tooManyRows = (platform: string): PullError =>
  refusal(`${platform} returned more data than can be stored.`);

/** Counts pages and bytes of a pull. */
export function createPullCount(platform: string, limits: PullLimits) {
  const digests = new Set<string>();
  let bytes = 0;
  return {
    /** @throws PullError for a repeated request, which only a repeated page token causes; for one page too many */
    countPage({ method, url, body = '' }: PlatformRequest): void {
      const digest = createHash('sha256').update(`${method} ${url} ${body}`).digest('base64');
      if (digests.has(digest)) throw refusal(`${platform} returned the same page twice, so its data has no end.`);
      digests.add(digest);
      if (digests.size <= limits.pages) return;
      throw refusal(`${platform} returned more than ${limits.pages.toLocaleString('en')} pages of data.`);
    },
    /** @throws PullError for one byte too many */
    countBytes(more: number): void {
      bytes += more;
      if (bytes <= limits.bytes) return;
      throw refusal(
        `${platform} returned more than ${Math.floor(limits.bytes / 1_024 / 1_024).toLocaleString('en')} MB of data.`,
      );
    },
  };
}

/** Runs a pull with a time limit: after it, the signal is aborted with a PullError. */
export async function withDeadline<Result>(
  platform: string,
  { signal, ms }: { signal: AbortSignal; ms: number },
  pull: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const minutes = Math.ceil(ms / 60_000);
  const most = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const timer = setTimeout(
    () => deadline.abort(refusal(`${platform} needed more than ${most} to return its data.`)),
    ms,
  );
  try {
    return await pull(AbortSignal.any([signal, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
}
