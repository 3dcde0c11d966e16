import { classifyTry, maxTries, triesWithinMs, type TryResult } from '../../../domain/webhooks/retry';

const now = new Date('2026-01-05T09:00:00.000Z');
const first = { made: 1, sinceFirstMs: 100 };
const responded = (status: number, retryAfter?: string): TryResult => ({
  kind: 'answered',
  status,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const failed = (reason: string) => ({ kind: 'settled', outcome: { kind: 'failed', reason } });

describe('classification of an attempt', () => {
  it.each([200, 201, 202, 204, 206, 299])('does not retry %i, which is delivered', (status) => {
    expect(classifyTry(responded(status), first, now)).toEqual({ kind: 'settled', outcome: { kind: 'delivered' } });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 599])('retries %i', (status) => {
    expect(classifyTry(responded(status), first, now)).toMatchObject({ kind: 'retry', reason: `http_${status}` });
  });

  it.each([300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 409, 410, 418, 422, 499])(
    'does not retry %i, which fails immediately',
    (status) => {
      expect(classifyTry(responded(status), first, now)).toEqual(failed(`http_${status}`));
    },
  );

  it.each(['network', 'timeout', 'dns', 'tls_expired'] as const)('retries without a response: %s', (reason) => {
    expect(classifyTry({ kind: 'unanswered', reason }, first, now)).toMatchObject({ kind: 'retry', reason });
  });

  it('does not retry a host that is not allowed', () => {
    const refused = { kind: 'refused', reason: 'egress_refused' } as const;
    expect(classifyTry(refused, first, now)).toEqual(failed('egress_refused'));
  });
});

describe('timing of retries', () => {
  /** Delays for a receiver that always gives the same result, until the step is settled. */
  function delaysOf(result: TryResult, tookMs = 0): { delays: number[]; endedWith: unknown } {
    const delays: number[] = [];
    let sinceFirstMs = 0;
    for (let made = 1; made < 100; made += 1) {
      sinceFirstMs += tookMs;
      const verdict = classifyTry(result, { made, sinceFirstMs }, now);
      if (verdict.kind === 'settled') return { delays, endedWith: verdict.outcome };
      delays.push(verdict.afterMs);
      sinceFirstMs += verdict.afterMs;
    }
    throw new Error('The tries never end.');
  }

  it('starts within 5 s, doubles and ends with the sixth attempt', () => {
    const { delays, endedWith } = delaysOf(responded(503));
    expect(delays[0]).toBeLessThanOrEqual(5_000);
    expect(delays).toHaveLength(maxTries - 1);
    for (const [index, delay] of delays.slice(1).entries()) expect(delay).toBe(2 * delays[index]!);
    expect(endedWith).toEqual({ kind: 'failed', reason: 'http_503' });
  });

  it('starts no attempt after five minutes, even if each takes a minute to time out', () => {
    const { delays } = delaysOf({ kind: 'unanswered', reason: 'timeout' }, 60_000);
    const lastBeganMs = delays.reduce((sum, delay) => sum + delay + 60_000, 0);
    expect(delays.length).toBeGreaterThan(2);
    expect(lastBeganMs).toBeLessThanOrEqual(triesWithinMs);
  });

  it.each([429, 503])('waits for the Retry-After of a %i', (status) => {
    expect(classifyTry(responded(status, '90'), first, now)).toMatchObject({ afterMs: 90_000 });
    const date = 'Mon, 05 Jan 2026 09:00:45 GMT';
    expect(classifyTry(responded(status, date), first, now)).toMatchObject({ afterMs: 45_000 });
  });

  it('never waits less than without Retry-After', () => {
    const without = classifyTry(responded(429), { made: 4, sinceFirstMs: 30_000 }, now);
    for (const header of ['0', '1', 'Mon, 05 Jan 2026 08:00:00 GMT', 'soon', '', '-5', '1e3']) {
      expect(classifyTry(responded(429, header), { made: 4, sinceFirstMs: 30_000 }, now)).toEqual(without);
    }
  });

  it('fails immediately if Retry-After exceeds the five minutes', () => {
    expect(classifyTry(responded(429, '301'), first, now)).toEqual(failed('http_429'));
    expect(classifyTry(responded(429, '100'), { made: 2, sinceFirstMs: 250_000 }, now)).toEqual(failed('http_429'));
    expect(classifyTry(responded(429, '9999999999'), first, now)).toEqual(failed('http_429'));
  });

  it('ignores Retry-After of other responses', () => {
    expect(classifyTry(responded(500, '90'), first, now)).toEqual(classifyTry(responded(500), first, now));
  });
});
