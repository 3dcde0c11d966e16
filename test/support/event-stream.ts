import type { LiveEvent } from '../../domain/live-events/schemas';
import { waitFor } from './wait-for';

/** An open stream of live events. */
export interface EventStream {
  status: number;
  headers: Headers;
  events: LiveEvent[];
  /** The sum of the counts of left out events. */
  readonly skipped: number;
  /** The id of the last message. */
  readonly lastId: string;
  readonly isEnded: boolean;
  /** Waits for an event of a type. */
  find(type: string): Promise<LiveEvent>;
  close(): void;
}

/** Opens a stream and reads it until it ends or is closed. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  const events: LiveEvent[] = [];
  let [skipped, lastId, isEnded] = [0, '', false];
  const take = (message: string): void => {
    const fields = new Map(
      message.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    if (fields.get('event') === 'skipped') skipped += (JSON.parse(data) as { count: number }).count;
    else events.push(JSON.parse(data) as LiveEvent);
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const messages = rest.split('\n\n');
      rest = messages.pop() ?? '';
      messages.forEach(take);
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (isEnded = true));
  return {
    status: response.status,
    headers: response.headers,
    events,
    get skipped() {
      return skipped;
    },
    get lastId() {
      return lastId;
    },
    get isEnded() {
      return isEnded;
    },
    find: (type) => waitFor(() => events.find(({ event }) => event.type === type), { what: `a live event ${type}` }),
    close: () => controller.abort(),
  };
}
