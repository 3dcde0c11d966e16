import { createHash } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import fc from 'fast-check';
import { loadCodecSettings, loadWorkerSettings } from '../../config';
import { startCodecServer } from '../../temporal/codec-server';
import { createPayloadCodec, readCodecKeys } from '../../temporal/payload-codec';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const keyOf = (id: string): string => `${id}:${createHash('sha256').update(id).digest('base64')}`;
const codecOf = (...ids: string[]) =>
  createPayloadCodec(readCodecKeys(ids.map((id) => (id === 'plain' ? id : keyOf(id))).join(',')));
const metadataOf = (payload: Payload | undefined, name: string): string =>
  Buffer.from(payload?.metadata?.[name] ?? []).toString();
const payloadOf = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

test('an encrypted payload can be decrypted and reveals nothing', async () => {
  const codec = codecOf('a');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 4 }), async (values) => {
      const payloads = values.map(payloadOf);
      const encrypted = await codec.encode(payloads);
      const decrypted = await codec.decode(encrypted);
      expect(decrypted.map((one) => defaultPayloadConverter.fromPayload(one))).toEqual(
        payloads.map((one) => defaultPayloadConverter.fromPayload(one)),
      );
    }),
  );
  const [one, other] = await codec.encode([payloadOf('ada@example.com'), payloadOf('ada@example.com')]);
  expect(Buffer.from(one?.data ?? []).includes('ada@')).toBe(false);
  expect(one?.data).not.toEqual(other?.data);
  expect(metadataOf(one, 'encoding')).toBe('binary/encrypted');
  expect(metadataOf(one, 'encryption-key-id')).toBe('a');
});

test('a new key encrypts, the old one still decrypts, and plain payloads are returned unchanged', async () => {
  const [old] = await codecOf('old').encode([payloadOf(1)]);
  const rotated = codecOf('new', 'old');
  expect(metadataOf((await rotated.encode([payloadOf(2)]))[0], 'encryption-key-id')).toBe('new');
  expect(await rotated.decode([old!, payloadOf('plain')])).toMatchObject([payloadOf(1), payloadOf('plain')]);
});

test('with "plain" before the keys nothing is encrypted yet, but encrypted payloads are decrypted', async () => {
  const codec = codecOf('plain', 'a');
  expect(await codec.encode([payloadOf('readable')])).toEqual([payloadOf('readable')]);
  expect(await codec.decode(await codecOf('a').encode([payloadOf(1)]))).toMatchObject([payloadOf(1)]);
  expect(() => readCodecKeys('plain,')).toThrow(RangeError);
});

test('a payload with an unknown key or changed content is an error that names the key', async () => {
  const [payload] = await codecOf('a').encode([payloadOf('secret')]);
  await expect(codecOf('b').decode([payload!])).rejects.toThrow(
    'A payload is encrypted with the key "a". Add this key to TEMPORAL_CODEC_KEYS.',
  );
  const data = Buffer.from(payload?.data ?? []);
  data.writeUInt8(data.readUInt8(20) ^ 1, 20);
  for (const changed of [data, data.subarray(0, 5), Buffer.alloc(0)]) {
    await expect(codecOf('a').decode([{ ...payload, data: changed }])).rejects.toThrow(
      'A payload cannot be decrypted with the key "a"',
    );
  }
});

test('malformed keys stop the start with one line that does not show them', () => {
  const secret = 'c2VjcmV0';
  expect(() => loadWorkerSettings({ TEMPORAL_CODEC_KEYS: `a:${secret}` })).toThrow(
    'TEMPORAL_CODEC_KEYS must be id:base64 of 32 bytes',
  );
  expect(() => loadWorkerSettings({ TEMPORAL_CODEC_KEYS: `a:${secret}` })).not.toThrow(secret);
  expect(() => loadCodecSettings({})).toThrow('TEMPORAL_CODEC_KEYS is not set');
  expect(() => loadCodecSettings({ TEMPORAL_CODEC_KEYS: keyOf('a'), HOST: '0.0.0.0' })).toThrow(
    'TEMPORAL_CODEC_TOKEN must be set when HOST is reachable from other machines',
  );
});

describe('executions', () => {
  const world = useWorld();

  const steps = (eventName: string) => [
    {
      id: 'pause',
      kind: 'wait',
      untilEvent: { eventName, timeout: 'PT12H', timeoutNext: 'end' },
      next: 'received',
    },
    { id: 'received', kind: 'exit', reason: 'received' },
    { id: 'end', kind: 'exit' },
  ];

  type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

  /** Returns whether a part is what Temporal's core stores of a local activity next to its result. */
  const isOfCore = (name: string, part: unknown): boolean => {
    if (name !== 'data' || typeof part !== 'object' || part === null || !('payloads' in part)) return false;
    const [payload] = part.payloads as Payload[];
    const kept = JSON.parse(Buffer.from(payload?.data ?? []).toString()) as object;
    const times = ['complete_time', 'original_schedule_time'];
    expect(Object.keys(kept).sort()).toEqual(
      ['activity_id', 'activity_type', 'attempt', 'backoff', 'seq', ...times].sort(),
    );
    return true;
  };

  /**
   * Returns the encodings of all payloads in a history, except search attributes, which Temporal reads, and data
   * written by its core.
   */
  function encodingsOf(value: unknown): string[] {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
    if ('metadata' in value && 'data' in value) return [metadataOf(value as Payload, 'encoding')];
    return Object.entries(value).flatMap(([name, part]) =>
      name === 'searchAttributes' || isOfCore(name, part) ? [] : encodingsOf(part),
    );
  }

  async function historyOf(journeyId: string): Promise<History> {
    const execution = await waitFor(async () => (await executionsOf(world, journeyId))[0]);
    return world.temporal.workflow.getHandle(String(execution['workflowId'])).fetchHistory();
  }

  const untilStatus = (journeyId: string, status: string) =>
    waitFor(async () => (await executionsOf(world, journeyId)).some((execution) => execution['status'] === status));

  test('continue when encryption is turned on and keys rotate; Temporal then stores no plain text', async () => {
    const person = await createSubject(world, { name: 'Ada' });
    const rings: [before: string, after: string][] = [
      ['', keyOf('a')],
      [keyOf('a'), `${keyOf('b')},${keyOf('a')}`],
    ];
    for (const [index, [before, after]] of rings.entries()) {
      const awaited = `awaited-${index}`;
      const first = await world.startWorker({ TEMPORAL_CODEC_KEYS: before });
      const journey = await publishJourney(world, steps(awaited));
      await trackEvent(world, journey.eventName, person.visitorId);
      await waitFor(async () =>
        (await historyOf(journey.id)).events?.some((event) => event.timerStartedEventAttributes),
      );
      await first.stop();
      const isEncrypted = before !== '';
      const began = encodingsOf(await historyOf(journey.id));
      expect(began.length).toBeGreaterThan(1);
      expect(new Set(began)).toEqual(new Set([isEncrypted ? 'binary/encrypted' : 'json/plain']));

      const second = await world.startWorker({ TEMPORAL_CODEC_KEYS: after });
      await trackEvent(world, awaited, person.visitorId);
      await untilStatus(journey.id, 'COMPLETED');
      await second.stop();
      const [done] = await executionsOf(world, journey.id);
      expect(done).toMatchObject({ status: 'COMPLETED', exitReason: 'received' });
      const later = encodingsOf(await historyOf(journey.id)).slice(began.length);
      expect(later).not.toEqual([]);
      expect(new Set(later)).toEqual(new Set(['binary/encrypted']));
    }
  });

  test('continue while some workers already encrypt and others only decrypt', async () => {
    const workers = await Promise.all(
      [`plain,${keyOf('a')}`, keyOf('a')].map((keys) => world.startWorker({ TEMPORAL_CODEC_KEYS: keys })),
    );
    const journey = await publishJourney(world, [
      { id: 'pause', kind: 'wait', duration: 'PT1S', next: 'again' },
      { id: 'again', kind: 'wait', duration: 'PT1S', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => createSubject(world, { name: `P${index}` })),
    );
    for (const { visitorId } of people) await trackEvent(world, journey.eventName, visitorId);
    const statuses = await waitFor(async () => {
      const found = (await executionsOf(world, journey.id)).map((execution) => execution['status']);
      return found.length === people.length && !found.includes('RUNNING') && found;
    });
    expect(new Set(statuses)).toEqual(new Set(['COMPLETED']));
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});

describe('the codec server', () => {
  const token = 'token-of-the-codec-server';
  let server: Awaited<ReturnType<typeof startCodecServer>>;

  beforeAll(async () => {
    const uiUrl = 'https://temporal.example.com/namespaces';
    server = await startCodecServer({ codec: codecOf('a'), host: '127.0.0.1', port: 0, token, uiUrl });
  });

  afterAll(() => server.close());

  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
  const asJson = ({ metadata, data }: Payload): object => ({
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
    ),
    data: Buffer.from(data ?? []).toString('base64'),
  });

  test('decrypts for the UI, and encrypts for the command line', async () => {
    const plain = asJson(payloadOf({ email: 'ada@example.com' }));
    const encoded = await call('/encode', { body: JSON.stringify({ payloads: [plain] }) });
    const body = (await encoded.json()) as { payloads: object[] };
    expect(body.payloads).toHaveLength(1);
    expect(body.payloads).not.toEqual([plain]);
    const decoded = await call('/decode?namespace=default', { body: JSON.stringify(body) });
    expect(decoded.status).toBe(200);
    expect(decoded.headers.get('access-control-allow-origin')).toBe('https://temporal.example.com');
    expect(await decoded.json()).toEqual({ payloads: [plain] });
  });

  test('accepts calls from pages of the UI', async () => {
    const response = await call('/decode', { method: 'OPTIONS', headers: { origin: 'https://temporal.example.com' } });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('x-namespace');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
  });

  test.each<[string, string, RequestInit, { status: number; message: string }]>([
    [
      'without the token',
      '/decode',
      { headers: { authorization: '' }, body: '{}' },
      { status: 401, message: 'TEMPORAL_CODEC_TOKEN' },
    ],
    [
      'with another',
      '/decode',
      { headers: { authorization: 'Bearer x' }, body: '{}' },
      { status: 401, message: 'TEMPORAL_CODEC_TOKEN' },
    ],
    [
      'from another page',
      '/decode',
      { headers: { origin: 'https://evil.example.com' }, body: '{}' },
      { status: 403, message: 'TEMPORAL_UI_URL' },
    ],
    ['with no JSON', '/decode', { body: '{' }, { status: 400, message: 'payloads' }],
    [
      'with no base64',
      '/decode',
      { body: JSON.stringify({ payloads: [{ data: '?' }] }) },
      { status: 400, message: 'base64' },
    ],
    ['by another method', '/decode', { method: 'GET' }, { status: 405, message: 'POST /decode' }],
    ['at a path that is none', '//', { body: '{}' }, { status: 404, message: 'POST /decode' }],
    ['at another path', '/', { body: '{}' }, { status: 404, message: 'POST /decode' }],
    ['with too much', '/decode', { body: 'x'.repeat(8 * 2 ** 20 + 1) }, { status: 413, message: '8388608 bytes' }],
  ])('%s it reports the problem', async (_, path, init, { status, message }) => {
    const response = await call(path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringContaining(message) as string, status });
  });

  test('a payload that cannot be decrypted is 400, and names the key', async () => {
    const [payload] = await codecOf('other').encode([payloadOf(1)]);
    const response = await call('/decode', { body: JSON.stringify({ payloads: [asJson(payload!)] }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('"other"') as string });
  });
});
