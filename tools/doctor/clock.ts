import { ok, problem, warning, type Outcome } from './finding';

/** Sign-ins, links and request signatures contain times. SES accepts signatures that are up to five minutes off. */
const problemMs = 60_000;
const warningMs = 2_000;
const remedy = 'synchronize the clocks of both machines with chrony or systemd-timesyncd';

/**
 * Compares another machine's clock with this one's. The remote time was read between two local times, so a difference
 * smaller than their distance proves nothing.
 * @param precisionMs precision of the remote time, in milliseconds
 */
export async function compareClock(readTime: () => Promise<Date>, precisionMs = 0): Promise<Outcome> {
  const before = Date.now();
  const there = (await readTime()).getTime();
  const after = Date.now();
  const aheadMs = Math.max(0, there - after) - Math.max(0, before - there - precisionMs);
  const offset = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
  if (Math.abs(aheadMs) >= problemMs) return problem(offset, remedy);
  if (Math.abs(aheadMs) >= warningMs) return warning(offset, remedy);
  return ok(
    `within ${Math.max(1, Math.ceil((Math.abs(aheadMs) + after - before + precisionMs) / 1_000))} s of this machine`,
  );
}
