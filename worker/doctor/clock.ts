import { ok, problem, warning, type Outcome } from './finding';

/** Sign-ins, links and signatures of requests carry times; those of SES may be five minutes off. */
const problemMs = 60_000;
const warningMs = 2_000;
const remedy = 'let a time service (chrony, systemd-timesyncd) set the clocks of both machines';

/**
 * Compares another machine's clock with this one's. It was read between two moments here, so that less than their distance says nothing.
 * @param precisionMs of the other's time
 */
export async function compareClock(readTime: () => Promise<Date>, precisionMs = 0): Promise<Outcome> {
  const before = Date.now();
  const there = (await readTime()).getTime();
  const after = Date.now();
  const aheadMs = Math.max(0, there - after) - Math.max(0, before - there - precisionMs);
  const offset = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  if (Math.abs(aheadMs) >= problemMs) return problem(offset, remedy);
  if (Math.abs(aheadMs) >= warningMs) return warning(offset, remedy);
  return ok(
    `within ${Math.max(1, Math.ceil((Math.abs(aheadMs) + after - before + precisionMs) / 1_000))} s of this machine's`,
  );
}
