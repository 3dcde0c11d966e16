import { ActiveOwners, FairShare } from '../../domain/fair-share';

const settings = { share: 0.2, allowanceMs: 250, freeMs: 10, maxDebtMs: 2_000 };

/** A fair share with a clock that the test controls. */
function shareByClock() {
  const clock = { ms: 0 };
  const owners = new ActiveOwners(() => clock.ms);
  return { clock, owners, share: new FairShare(owners, settings) };
}

describe('other owners', () => {
  test('are active within a second of their last request', () => {
    const { clock, owners } = shareByClock();
    expect(owners.hasOthers('a')).toBe(false);
    owners.see('a');
    expect([owners.hasOthers('a'), owners.hasOthers('b')]).toEqual([false, true]);
    owners.see('b');
    owners.see('a');
    clock.ms += 999;
    expect(owners.hasOthers('a')).toBe(true);
    clock.ms += 1;
    owners.see('a');
    expect(owners.hasOthers('a')).toBe(false);
  });

  test('stay active however many requests one owner makes', () => {
    const { owners } = shareByClock();
    owners.see('b');
    for (let seen = 0; seen < 100; seen += 1) owners.see('a');
    expect(owners.hasOthers('a')).toBe(true);
  });
});

describe('the share of an owner', () => {
  test('is unlimited while no other owner is active', () => {
    const { owners, share } = shareByClock();
    owners.see('a');
    share.spend('a', 10_000);
    expect(share.waitMs('a')).toBe(0);
  });

  test('is a fifth of the time while others are active, after an initial allowance', () => {
    const { clock, owners, share } = shareByClock();
    owners.see('b');
    share.spend('a', 260);
    expect(share.waitMs('a')).toBe(0);
    share.spend('a', 30);
    expect(share.waitMs('a')).toBe(100);
    expect(share.waitMs('b')).toBe(0);
    clock.ms += 99;
    owners.see('b');
    expect(share.waitMs('a')).toBe(1);
    clock.ms += 1;
    expect(share.waitMs('a')).toBe(0);
  });

  test('is a fifth over a minute of 110 ms tasks, with 10 ms of each free', () => {
    const { clock, owners, share } = shareByClock();
    let pieces = 0;
    while (clock.ms < 60_000) {
      owners.see('b');
      const wait = share.waitMs('a');
      clock.ms += wait;
      if (wait > 0) continue;
      clock.ms += 110;
      share.spend('a', 110);
      pieces += 1;
    }
    // 250 ms immediately, then 100 ms in each 500 ms.
    expect(pieces).toBeGreaterThanOrEqual(120);
    expect(pieces).toBeLessThanOrEqual(124);
  });

  test('is not reduced by small tasks', () => {
    const { owners, share } = shareByClock();
    owners.see('b');
    for (let piece = 0; piece < 1_000; piece += 1) share.spend('a', 10);
    expect(share.waitMs('a')).toBe(0);
  });

  test('has a debt of at most two seconds of work', () => {
    const { owners, share } = shareByClock();
    owners.see('b');
    share.spend('a', 60_000);
    expect(share.waitMs('a')).toBe(8_750);
  });

  test('stays reduced for owners in debt, however many owners there are', () => {
    const { clock, owners, share } = shareByClock();
    for (let owner = 0; owner < 3_000; owner += 1) share.spend(`owner ${owner}`, 20);
    clock.ms += 100;
    share.spend('a', 500);
    for (let owner = 0; owner < 3_000; owner += 1) share.spend(`other ${owner}`, 20);
    owners.see('b');
    expect(share.waitMs('a')).toBeGreaterThan(0);
  });
});
