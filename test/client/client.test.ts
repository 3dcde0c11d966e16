import {
  ApexError,
  createApexClient,
  DeliveryError,
  unwrap,
  type ApexClient,
  type ApexClientOptions,
  type TrackedEvent,
} from '../../client/src/index';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld({ temporal: false });

/** Timeout for requests to the service, longer than any machine needs. */
const patience = { timeoutMs: 120_000 };

const clients: ApexClient[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.allSettled(clients.splice(0).map((client) => client.close({ timeoutMs: 0 })));
});

/** Requests made: the number of events in each, and the largest number of concurrent requests. */
interface Traffic {
  batches: number[];
  together: number;
}

type Losses = { code: string; type: string }[];

function apexClient(options: Partial<ApexClientOptions> = {}) {
  const traffic: Traffic = { batches: [], together: 0 };
  const sent: TrackedEvent[] = [];
  const losses: Losses = [];
  let underWay = 0;
  const inner = options.fetch ?? fetch;
  const counting = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    if (typeof init?.body === 'string') {
      const { events } = JSON.parse(init.body) as { events: TrackedEvent[] };
      traffic.batches.push(events.length);
      sent.push(...events);
    }
    underWay += 1;
    traffic.together = Math.max(traffic.together, underWay);
    try {
      return await inner(input, init);
    } finally {
      underWay -= 1;
    }
  };
  const client = createApexClient({
    baseUrl: world.apiUrl,
    serverKey: world.demo.serverKey,
    onError: ({ code }, { type }) => losses.push({ code, type }),
    // Nothing is sent automatically unless a test changes this.
    flushIntervalMs: 600_000,
    ...patience,
    ...options,
    fetch: counting,
  });
  clients.push(client);
  return { client, traffic, sent, losses };
}

const stored = (type: string) =>
  world.database('events').where({ workspace_id: world.demo.workspaceId, type }).orderBy('occurred_at').orderBy('id');

const failuresOf = async (promise: Promise<void>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return (error as DeliveryError).failures.map(({ event, error: { code } }) => ({ type: event.type, code }));
};

describe('track', () => {
  it('sends an event of a person with the data at the time of the call', async () => {
    const { client } = apexClient();
    const data: Record<string, unknown> = { revenue: 12.5, currency: 'EUR' };
    client.track({ type: 'as-it-was', email: 'Ada.Client@example.com', visitorId: 'client-v1', data });
    data['revenue'] = 99;
    await client.flush(patience);
    const [event, ...others] = await stored('as-it-was');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      visitor_id: 'client-v1',
      data: { revenue: 12.5, currency: 'EUR' },
      clock_adjusted: false,
      message_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    });
    const person = await world.database('end_users').where({ id: event.end_user_id }).first();
    expect(person).toMatchObject({ email: 'ada.client@example.com' });
  });

  it('keeps a given messageId and timestamp', async () => {
    const { client } = apexClient();
    const timestamp = new Date(Date.now() - 86_400_000);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      client.track({ type: 'own-id', userId: 'customer-1', messageId: 'order-7', timestamp });
    }
    await client.flush(patience);
    const events = await stored('own-id');
    expect(events).toMatchObject([{ message_id: 'order-7' }]);
    expect(events[0].occurred_at).toEqual(timestamp);
  });

  it('sends a burst of 500 events in full requests, one at a time and in order', async () => {
    const { client, traffic, sent, losses } = apexClient({ maxBatch: 100 });
    const start = Date.now() - 10_000;
    for (let number = 0; number < 500; number += 1) {
      const timestamp = new Date(start + number);
      client.track({ type: 'burst', visitorId: 'client-burst', data: { number }, timestamp });
    }
    await client.flush(patience);
    expect(losses).toEqual([]);
    expect(traffic).toEqual({ batches: [100, 100, 100, 100, 100], together: 1 });
    expect(sent.map(({ data }) => data?.['number'])).toEqual([...Array(500).keys()]);
    const events = await stored('burst');
    expect(events.map(({ data }) => data.number).sort((a, b) => a - b)).toEqual([...Array(500).keys()]);
  });

  it('sends events after the flush interval, and full requests immediately', async () => {
    const soon = apexClient({ flushIntervalMs: 10 });
    soon.client.track({ type: 'soon', visitorId: 'client-soon' });
    await waitFor(async () => (await stored('soon')).length === 1);

    const full = apexClient({ maxBatch: 2 });
    for (const visitorId of ['a', 'b', 'c']) full.client.track({ type: 'full', visitorId });
    await waitFor(async () => (await stored('full')).length === 2);
    expect(full.traffic.batches).toEqual([2]);
    await full.client.flush(patience);
    expect(full.traffic.batches).toEqual([2, 1]);
  });

  it('keeps a request under 900 KB', async () => {
    const { client, traffic } = apexClient({ maxBatch: 500 });
    const text = 'ü'.repeat(15_000);
    for (let number = 0; number < 40; number += 1)
      client.track({ type: 'large', visitorId: 'client-large', data: { text } });
    await client.flush(patience);
    expect(await stored('large')).toHaveLength(40);
    expect(traffic.batches).toEqual([29, 11]);
  });

  it('reports events that it cannot send, and never throws', async () => {
    const { client, traffic, losses } = apexClient({ maxQueue: 2 });
    client.track({ type: 'no-json', visitorId: 'v', data: { big: 1n } });
    client.track({ type: 'too-large', visitorId: 'v', data: { text: 'x'.repeat(900_001) } });
    client.track({ type: 'taken', visitorId: 'v' });
    client.track({ type: 'taken', visitorId: 'v' });
    client.track({ type: 'overflow', visitorId: 'v' });
    const expected = [
      { code: 'INVALID_EVENT', type: 'no-json' },
      { code: 'EVENT_TOO_LARGE', type: 'too-large' },
      { code: 'QUEUE_FULL', type: 'overflow' },
    ];
    expect(losses).toEqual(expected);
    expect(await failuresOf(client.flush(patience))).toEqual(expected);
    expect(await stored('taken')).toHaveLength(2);
    // Losses are reported once: the next flush covers later events, and the queue has room again.
    client.track({ type: 'taken', visitorId: 'v' });
    await client.flush(patience);
    expect(await stored('taken')).toHaveLength(3);
    expect(traffic.together).toBe(1);
  });

  it('continues if onError throws', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    const { client } = apexClient({
      onError: () => {
        throw new Error('of the caller');
      },
    });
    client.track({ type: 'thrown', visitorId: 'v', data: { big: 1n } });
    client.track({ type: 'thrown', visitorId: 'v' });
    await expect(client.flush(patience)).rejects.toBeInstanceOf(DeliveryError);
    expect(await stored('thrown')).toHaveLength(1);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('of the caller'), 'ApexWarning']]);
  });

  it('emits a process warning at the first loss of each kind if there is no listener', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    const { client } = apexClient({ onError: undefined });
    for (let repeat = 0; repeat < 3; repeat += 1) client.track({ type: 'unheard', visitorId: 'v', data: { big: 1n } });
    await expect(client.flush(patience)).rejects.toBeInstanceOf(DeliveryError);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('INVALID_EVENT'), 'ApexWarning']]);
  });
});

describe('an event that the service rejects', () => {
  const bad = (type: string): TrackedEvent => ({ type }) as TrackedEvent;

  it('is reported, and the other events of the request are stored', async () => {
    const { client, traffic, losses } = apexClient();
    client.track({ type: 'mixed', visitorId: 'v' });
    client.track(bad('mixed-nobody'));
    client.track({ type: 'mixed', visitorId: 'v' });
    client.track({ type: 'mixed-no-time', visitorId: 'v', timestamp: new Date(Number.NaN) });
    client.track({ type: 'mixed-large', visitorId: 'v', data: { text: 'x'.repeat(33_000) } });
    const expected = [
      { type: 'mixed-nobody', code: 'VALIDATION_ERROR' },
      { type: 'mixed-no-time', code: 'VALIDATION_ERROR' },
      { type: 'mixed-large', code: 'PAYLOAD_TOO_LARGE' },
    ];
    expect(await failuresOf(client.flush(patience))).toEqual(expected);
    expect(losses).toEqual(expected);
    expect(await stored('mixed')).toHaveLength(2);
    expect(traffic.batches).toEqual([5]);
  });

  it('is reported for each event if the whole request is rejected', async () => {
    const errors: [string, ApexError][] = [];
    const { client, traffic } = apexClient({ onError: (error, { type }) => errors.push([type, error]) });
    client.track(bad('nobody'));
    client.track({ type: '', visitorId: 'v' });
    await expect(client.flush(patience)).rejects.toThrow(/^2 events were not stored: The event has no subject/);
    expect(errors).toEqual([
      ['nobody', expect.objectContaining({ status: 400, message: expect.stringContaining('has no subject') })],
      ['', expect.objectContaining({ status: 400, message: expect.stringContaining('type') })],
    ]);
    expect(errors[0]?.[1].requestId).toMatch(/^req_/);
    expect(traffic.batches).toEqual([2]);
  });

  it('is not retried with an invalid key', async () => {
    const { client, traffic, losses } = apexClient({ serverKey: 'svc_sk_wrong' });
    client.track({ type: 'wrong-key', visitorId: 'v' });
    await client.flush(patience).catch(() => undefined);
    expect(losses).toEqual([{ code: 'UNAUTHORIZED', type: 'wrong-key' }]);
    expect(traffic.batches).toEqual([1]);
  });

  it('is isolated by halving requests that a proxy rejects as too large', async () => {
    const limited: typeof fetch = (input, init) =>
      String(init?.body).length > 2_000
        ? Promise.resolve(new Response('<h1>413</h1>', { status: 413 }))
        : fetch(input, init);
    const { client, traffic, losses } = apexClient({ fetch: limited });
    const text = 'x'.repeat(300);
    for (let number = 0; number < 8; number += 1) client.track({ type: 'halves', visitorId: 'v', data: { text } });
    client.track({ type: 'whole', visitorId: 'v', data: { text: 'x'.repeat(3_000) } });
    await client.flush(patience).catch(() => undefined);
    expect(await stored('halves')).toHaveLength(8);
    expect(losses).toEqual([{ code: 'HTTP_ERROR', type: 'whole' }]);
    expect(Math.max(...traffic.batches)).toBe(9);
  });
});

describe('close', () => {
  it('stores queued events and rejects new ones', async () => {
    const { client, losses } = apexClient();
    client.track({ type: 'closing', visitorId: 'v' });
    const closed = client.close();
    client.track({ type: 'too-late', visitorId: 'v' });
    expect(losses).toEqual([{ code: 'CLOSED', type: 'too-late' }]);
    await closed;
    await client.close();
    expect(await stored('closing')).toHaveLength(1);
    expect(losses).toEqual([{ code: 'CLOSED', type: 'too-late' }]);
  });
});

describe('typed calls', () => {
  it('send the key and return the documented response', async () => {
    const { client } = apexClient();
    client.track({ type: 'typed', email: 'typed@example.com', visitorId: 'client-typed' });
    await client.flush(patience);
    const query = { visitorId: 'client-typed' };
    const identity = await unwrap(client.api.GET('/api/identity', { params: { query } }));
    const leadId: string | null = identity.leadId;
    expect(leadId).toMatch(/^eus_/);
    expect(identity.events.map(({ type }) => type)).toEqual(['typed']);
    // @ts-expect-error there is no such route
    expect((await client.api.GET('/api/nowhere')).response.status).toBe(404);
  });

  it('throw errors with the message of the service', async () => {
    const { client } = apexClient();
    const unknown = await thrownBy(
      unwrap(client.api.GET('/api/identity', { params: { query: { visitorId: 'nobody-knows' } } })),
    );
    expect(unknown).toMatchObject({ name: 'ApexError', status: 404, code: 'NOT_FOUND', details: [] });
    expect(unknown.requestId).toMatch(/^req_/);
    expect(unknown.message).toContain('nobody-knows');

    // @ts-expect-error leadId is missing
    const invalid = await thrownBy(unwrap(client.api.POST('/api/identity', { body: { visitorId: 'v' } })));
    expect(invalid).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', details: [{ path: 'leadId' }] });
  });

  it('throw without a response, and after a timeout', async () => {
    const { client } = apexClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await thrownBy(unwrap(client.api.GET('/api/workspace')))).toMatchObject({
      status: 0,
      code: 'NETWORK_ERROR',
    });

    const hanging = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    const slow = apexClient({ fetch: (input, init) => hanging(new Request(input, init)), timeoutMs: 20 });
    expect(await thrownBy(unwrap(slow.client.api.GET('/api/workspace')))).toMatchObject({ status: 0, code: 'TIMEOUT' });
  });

  const thrownBy = async (promise: Promise<unknown>): Promise<ApexError> => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ApexError);
    return error as ApexError;
  };
});

test.each<[string, Partial<ApexClientOptions>]>([
  ['baseUrl', { baseUrl: 'apex.example.com' }],
  ['baseUrl', { baseUrl: 'ftp://apex.example.com' }],
  ['serverKey', { serverKey: '' }],
  ['maxBatch', { maxBatch: 501 }],
  ['maxBatch', { maxBatch: 0 }],
  ['maxQueue', { maxQueue: Number.NaN }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['flushIntervalMs', { flushIntervalMs: -1 }],
])('rejects a client with a wrong %s: %j', (name, options) => {
  expect(() => apexClient(options)).toThrow(name);
});
