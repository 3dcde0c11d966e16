import { assertConnected, LargeBodies } from '../../../api/middleware/large-bodies';
import { heldWork, nextLoop } from '../../support/held-work';

describe('large bodies', () => {
  test('are parsed one at a time, in round-robin order of owners', async () => {
    const bodies = new LargeBodies();
    const log: string[] = [];
    const [first, second, third, other] = ['a1', 'a2', 'a3', 'b1'].map((name) => heldWork(log, name));
    const all = [
      bodies.parse('a', first!.run),
      bodies.parse('a', second!.run),
      bodies.parse('a', third!.run),
      bodies.parse('b', other!.run),
    ];
    await nextLoop();
    expect(log).toEqual(['a1']);
    for (const { end } of [first!, second!, third!, other!]) end();
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('are parsed after one that failed', async () => {
    const bodies = new LargeBodies();
    await expect(bodies.parse('a', () => Promise.reject(new Error('not JSON')))).rejects.toThrow('not JSON');
    await expect(bodies.parse('a', () => Promise.resolve('parsed'))).resolves.toBe('parsed');
  });

  test('wait for small requests in progress if the last body took longer', async () => {
    const bodies = new LargeBodies();
    const log: string[] = [];
    const endSmall = bodies.startSmall();
    const now = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(1_000_000_000);
    await bodies.parse('a', () => Promise.resolve());
    now.mockRestore();
    const next = bodies.parse('a', () => Promise.resolve(log.push('next')));
    await nextLoop();
    expect(log).toEqual([]);
    endSmall();
    await next;
    expect(log).toEqual(['next']);
  });

  test('wait no longer than the last body took', async () => {
    const bodies = new LargeBodies();
    bodies.startSmall();
    await bodies.parse('a', () => Promise.resolve());
    await expect(bodies.parse('a', () => Promise.resolve('parsed'))).resolves.toBe('parsed');
  });

  test('are not parsed for a disconnected caller', () => {
    expect(() => assertConnected({ socket: { destroyed: true } })).toThrow('was closed');
    expect(() => assertConnected({ socket: { destroyed: false } })).not.toThrow();
  });

  test('are bodies from 32 KB', () => {
    const bodies = new LargeBodies();
    expect(bodies.isLarge(31_999)).toBe(false);
    expect(bodies.isLarge(32_000)).toBe(true);
  });
});
