import { mergeStreams, type Position, type StreamPage } from '../../../domain/messages/merge-streams';

/**
 * Reads a stream of times like a search: only even times match, at most `limit` of them, and at most `examined` times
 * are read.
 */
function readStream(times: readonly number[], before: number | null, limit: number, examined: number) {
  const rest = times.filter((at) => before === null || at < before);
  const window = rest.slice(0, examined);
  const matching = window.filter((at) => at % 2 === 0).slice(0, limit);
  const floor = window.length === examined && matching.length < limit ? (window.at(-1) ?? null) : null;
  const page: StreamPage<number, number> = {
    rows: matching.map((at) => ({ key: at, atMs: at, row: at })),
    stoppedAt: floor === null ? null : { key: floor, atMs: floor },
  };
  return page;
}

const none: StreamPage<number, number> = { rows: [], stoppedAt: null };

test('pages of two searches have each match once, in order, whatever they examine', () => {
  const first = Array.from({ length: 60 }, (_, index) => 200 - index * 3);
  const second = Array.from({ length: 90 }, (_, index) => 199 - index);
  const expected = [...first, ...second].filter((at) => at % 2 === 0).sort((one, other) => other - one);
  for (const limit of [1, 3, 10]) {
    for (const examined of [1, 4, 25, 1_000]) {
      const seen: number[] = [];
      let positions: [Position<number>, Position<number>] = [null, null];
      for (let page = 0; positions.some((position) => position !== 'end'); page += 1) {
        expect(page).toBeLessThan(1_000);
        const [one, other] = positions;
        const merged = mergeStreams(
          one === 'end' ? none : readStream(first, one, limit + 1, examined),
          other === 'end' ? none : readStream(second, other, limit + 1, examined),
          { limit, positions },
        );
        expect(merged.rows.length).toBeLessThanOrEqual(limit);
        expect(merged.positions).not.toEqual(positions);
        seen.push(...merged.rows);
        positions = merged.positions;
      }
      expect(seen).toEqual(expected);
    }
  }
});
