import { maxEvents, mergeEvents } from '../../../../console/pages/events/merge-events';
import type { LiveEvent } from '../../../../domain/live-events/schemas';

const at = (second: number, id = `evt_${second}`): LiveEvent =>
  ({ event: { id, receivedAt: new Date(second * 1_000).toISOString() } }) as LiveEvent;

const idsOf = (events: readonly LiveEvent[]): string[] => events.map(({ event }) => event.id);

test('events are newest first, each once, whatever the order of arrival', () => {
  const merged = mergeEvents([at(3), at(1)], [at(2), at(3), at(4)]);
  expect(idsOf(merged)).toEqual(['evt_4', 'evt_3', 'evt_2', 'evt_1']);
});

test('the oldest events beyond the limit are dropped', () => {
  const merged = mergeEvents(
    Array.from({ length: maxEvents }, (_, second) => at(second)),
    [at(maxEvents)],
  );
  expect(merged).toHaveLength(maxEvents);
  expect(merged[0]?.event.id).toBe(`evt_${maxEvents}`);
  expect(idsOf(merged)).not.toContain('evt_0');
});
