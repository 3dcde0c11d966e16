import { googleAds } from '../../egress/ad-platforms/google-ads';
import { linkedInAds } from '../../egress/ad-platforms/linkedin-ads';
import { metaAds } from '../../egress/ad-platforms/meta-ads';
import type { PlatformResponse, PullRequest } from '../../egress/ad-platforms/platform';

/** Responses specific to one platform, which the local server of other tests does not send. */

const now = new Date('2026-11-20T12:00:00Z');
const allOf = async <Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};
const response = (status: number, body: unknown, headers: Record<string, string> = {}): PlatformResponse => ({
  status,
  body,
  headers,
});

describe('Google Ads: a quota', () => {
  const quota = (retryDelay?: string) => ({
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Resource has been exhausted.',
      details: [
        {
          errors: [{ message: 'Too many requests.', details: { quotaErrorDetails: retryDelay ? { retryDelay } : {} } }],
        },
      ],
    },
  });
  const classifyFailure = (body: unknown, headers = {}) =>
    googleAds('v22').classifyFailure(response(429, body, headers), now);

  test.each([
    ['30s', 30_000],
    ['1.5s', 2_000],
    ['900s', 900_000],
  ])('with retryDelay %s is retried after that delay', (retryDelay, retryAfterMs) => {
    expect(classifyFailure(quota(retryDelay))).toEqual({
      kind: 'later',
      message: 'Google Ads returned 429 RESOURCE_EXHAUSTED: Too many requests.',
      retryAfterMs,
    });
  });

  test('prefers Retry-After, and may have no delay', () => {
    expect(classifyFailure(quota('30s'), { 'retry-after': '7' }).retryAfterMs).toBe(7_000);
    expect(classifyFailure({ error: { status: 'RESOURCE_EXHAUSTED', message: 'No.' } })).not.toHaveProperty(
      'retryAfterMs',
    );
    // An invalid delay counts as none.
    expect(classifyFailure(quota('soon'))).not.toHaveProperty('retryAfterMs');
    expect(classifyFailure(undefined)).toMatchObject({ kind: 'later' });
  });
});

describe('Meta Ads: purchases', () => {
  const pixel = 'offsite_conversion.fb_pixel_purchase';

  test.each<[Record<string, string>, number]>([
    [{ omni_purchase: '7', purchase: '5', [pixel]: '4' }, 7],
    [{ omni_purchase: '0', purchase: '5', [pixel]: '4' }, 5],
    [{ omni_purchase: '0', purchase: '0.0', [pixel]: '4' }, 4],
    [{ purchase: '5' }, 5],
    [{ [pixel]: '4', lead: '2' }, 6],
    [{ purchase: '0', link_click: '9' }, 0],
  ])('of %j are %d', async (values, expected) => {
    const actions = Object.entries(values).map(([action_type, value]) => ({ action_type, value }));
    const row = {
      campaign_id: '1',
      campaign_name: 'Spring',
      account_currency: 'EUR',
      date_start: '2026-11-19',
      spend: '1.00',
      impressions: '10',
      clicks: '1',
      actions,
      action_values: actions,
    };
    const request = {
      call: () => Promise.resolve({ data: [row] }),
      baseUrl: 'https://graph.example',
      accountId: '1',
      days: { from: '2026-11-19', to: '2026-11-19' },
    } as unknown as PullRequest;
    const days = await allOf(metaAds('v24.0').pull(request));
    expect(days.flat()).toMatchObject([{ conversions: expected, revenueMicros: BigInt(expected) * 1_000_000n }]);
  });
});

describe('Meta Ads: a limit', () => {
  const limit = (code: number, usage?: unknown) =>
    metaAds('v24.0').classifyFailure(
      response(
        400,
        { error: { message: 'Too many calls.', code } },
        usage === undefined
          ? {}
          : { 'x-business-use-case-usage': typeof usage === 'string' ? usage : JSON.stringify(usage) },
      ),
      now,
    );
  const usage = (...minutes: number[]) => ({
    '1234567890': minutes.map((estimated_time_to_regain_access) => ({
      type: 'ads_insights',
      call_count: 100,
      total_cputime: 25,
      total_time: 25,
      estimated_time_to_regain_access,
    })),
  });

  test.each([
    ['the longest of several times, in minutes', usage(0, 19, 3), 19 * 60_000],
    ['a day at most', usage(10_000), 86_400_000],
    ['no time, so that it is five minutes', usage(0), 300_000],
    ['nothing', undefined, 300_000],
    ['no JSON', '{', 300_000],
    ['another shape', { '1': 'busy' }, 300_000],
  ])('with the usage header: %s', (_, header, retryAfterMs) => {
    expect(limit(80_000, header)).toEqual({
      kind: 'later',
      message: 'Meta Ads returned 400, code 80000: Too many calls.',
      retryAfterMs,
    });
  });

  test.each([4, 17, 32, 613, 80_004])('is recognized by code %d', (code) => {
    expect(limit(code, usage(2))).toMatchObject({ kind: 'later', retryAfterMs: 120_000 });
  });

  test.each([
    [190, 'expired'],
    [102, 'expired'],
    [200, 'refused'],
  ])('is not recognized by code %d', (code, kind) => {
    expect(limit(code, usage(2))).toMatchObject({ kind });
  });
});

describe('LinkedIn Ads: a response has at most 15,000 elements, without a sign that it was truncated', () => {
  const cut = 15_000;
  const dayMs = 86_400_000;

  /** Pulls from an account with this number of campaigns, each with metrics on every day. */
  function pull(campaigns: number, days: PullRequest['days']) {
    const requested: number[] = [];
    const call: PullRequest['call'] = ({ url }) => {
      if (url.includes('/adCampaigns?')) return Promise.resolve({ elements: [{ id: 1, name: 'First' }] });
      if (!url.includes('/adAnalytics?')) return Promise.resolve({ currency: 'EUR' });
      const parts = [...url.matchAll(/year:(\d+),month:(\d+),day:(\d+)/g)];
      const [from = 0, to = 0] = parts.map(([, year, month, day]) =>
        Date.UTC(Number(year), Number(month) - 1, Number(day)),
      );
      const length = (to - from) / dayMs + 1;
      requested.push(length);
      const elements = Array.from({ length: Math.min(cut, campaigns * length) }, (_, index) => {
        const at = new Date(from + Math.floor(index / campaigns) * dayMs);
        return {
          dateRange: { start: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() } },
          pivotValues: [`urn:li:sponsoredCampaign:${(index % campaigns) + 1}`],
          costInLocalCurrency: '1',
          impressions: 2,
          clicks: 1,
        };
      });
      return Promise.resolve({ elements });
    };
    const request = { call, baseUrl: 'https://linkedin.example/rest', accountId: '55', days };
    return { requested, found: allOf(linkedInAds('202601').pull(request)) };
  }

  test('ranges are halved until no response is truncated: no day is lost or duplicated', async () => {
    // 31 days have 18,600 rows; one day has 600.
    const { requested, found } = pull(600, { from: '2026-02-01', to: '2026-05-04' });
    const rows = await found;
    expect(new Set(rows.map(({ date, campaignId }) => `${date} ${campaignId}`)).size).toBe(600 * 93);
    expect(rows).toHaveLength(600 * 93);
    expect([rows[0]?.date, rows.at(-1)?.date]).toEqual(['2026-02-01', '2026-05-04']);
    expect(requested).toEqual([31, 16, 15, 31, 16, 15, 31, 16, 15]);
    expect(rows.slice(0, 2).map(({ campaign }) => campaign)).toEqual(['First', 'Campaign 2']);
  });

  test('a response of exactly 15,000 elements may have been truncated', async () => {
    const { requested, found } = pull(7_500, { from: '2026-05-01', to: '2026-05-02' });
    expect(await found).toHaveLength(15_000);
    expect(requested).toEqual([2, 1, 1]);
  });

  test('a truncated single day is refused, because partial data is worse than none', async () => {
    const { found } = pull(15_000, { from: '2026-05-01', to: '2026-05-02' });
    await expect(found).rejects.toMatchObject({
      failure: {
        kind: 'refused',
        message: 'LinkedIn Ads returned incomplete data for 2026-05-01: there are too many campaigns.',
      },
    });
  });
});
