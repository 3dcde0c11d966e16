import { createProviderGate, type ProviderGate } from '../../mail/provider-gate';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { connect, type Database } from '../../db/connection/pool';
import type { DeliveryResult } from '../../domain/email/delivery-outcome';
import { waitFor } from '../support/wait-for';

/** The gates of two processes that share a provider. */

let testDatabase: TestDatabase;
let databases: Database[];
let gates: ProviderGate[];
let warnings: unknown[];

const leaseMs = 60_000;
const works: DeliveryResult = { kind: 'accepted', providerMessageId: 'pm' };
const fails: DeliveryResult = { kind: 'not_accepted', reason: 'ServiceUnavailable', isProviderFault: true };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = [0, 1].map(() => connect({ url: testDatabase.url, poolSize: 4, applicationName: 'test' }));
});

afterAll(async () => {
  await Promise.all(databases.map((database) => database.destroy()));
  await testDatabase.drop();
});

beforeEach(async () => {
  await databases[0]!('email_providers').delete();
  warnings = [];
  const logger = { warn: (fields: object) => void warnings.push(fields) };
  gates = databases.map((database) => createProviderGate({ database, logger, provider: 'ses' }));
});

const gate = (index: number): ProviderGate => gates[index]!;
const stored = () => databases[0]!('email_providers').first();

async function failTimes(count: number, index = 0): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    await gate(index).admit(`snd_${sent}`, leaseMs);
    await gate(index).record(`snd_${sent}`, fails);
  }
}

const makeProbeDue = () =>
  databases[0]!('email_providers').update({ probe_at: databases[0]!.raw(`now() - interval '1 second'`) });

/**
 * Tries to send from both processes until one sends the probe.
 * @returns that process, and the number of admissions in that round
 */
const probe = () =>
  waitFor(
    async () => {
      const admissions = await Promise.all(
        Array.from({ length: 20 }, (_, index) => gate(index % 2).admit(`probe_${index}`, leaseMs)),
      );
      const admitted = admissions.flatMap(({ kind }, index) => (kind === 'open' ? [index] : []));
      return admitted.length > 0 ? admitted : null;
    },
    { what: 'a probe' },
  );

test('five failures in a row, by any process, pause all sends', async () => {
  await failTimes(3, 0);
  await failTimes(1, 1);
  expect(await gate(0).findPause()).toBeNull();
  await failTimes(1, 1);
  expect(await gate(1).admit('snd_next', leaseMs)).toMatchObject({ kind: 'paused' });
  await waitFor(async () => (await gate(0).admit('snd_next', leaseMs)).kind === 'paused', {
    what: 'the other to see it',
  });
  const pause = await gate(0).findPause();
  expect(pause).toMatchObject({ reason: 'ServiceUnavailable', probeEveryMs: 5_000 });
  expect(warnings).toEqual([{ provider: 'ses', reason: 'ServiceUnavailable' }]);
});

test.each<[string, DeliveryResult, boolean]>([
  ['a success', works, false],
  ['a rejected message', { kind: 'rejected', reason: 'MessageRejected' }, false],
  ['a failure of one recipient', { kind: 'not_accepted', reason: 'SMTP 450', isProviderFault: false }, true],
  ['no response', { kind: 'ambiguous', reason: 'AbortError' }, true],
])('four failures, %s and one more failure', async (_, result, pauses) => {
  await failTimes(4);
  await gate(0).record('snd_x', result);
  await failTimes(1);
  expect((await gate(0).findPause()) !== null).toBe(pauses);
});

test('while paused one probe at a time is sent, and each failure doubles the interval, up to a minute', async () => {
  await failTimes(5);
  for (const everyMs of [10_000, 20_000, 40_000, 60_000, 60_000]) {
    await makeProbeDue();
    const admitted = await probe();
    expect(admitted).toHaveLength(1);
    // The probe has not ended, so nothing else is sent.
    expect(await gate(0).admit('snd_other', leaseMs)).toMatchObject({ kind: 'paused' });
    // This message was sent before the pause, so its failure does not count.
    await gate(1).record('snd_late', fails);
    const [index = 0] = admitted;
    await gate(index % 2).record(`probe_${index}`, fails);
    expect(await gate(0).findPause()).toMatchObject({ probeEveryMs: everyMs });
  }
});

test('a successful probe ends the pause for all', async () => {
  await failTimes(5);
  await makeProbeDue();
  const [index = 0] = await probe();
  await gate(index % 2).record(`probe_${index}`, works);
  expect(await gate(0).findPause()).toBeNull();
  await waitFor(
    async () => {
      const admissions = await Promise.all([gate(0).admit('snd_a', leaseMs), gate(1).admit('snd_b', leaseMs)]);
      return admissions.every(({ kind }) => kind === 'open');
    },
    { what: 'both to send' },
  );
  expect(await stored()).toMatchObject({ failures: 0, paused_at: null });
  expect(warnings).toHaveLength(2);
});

test('the probe of a killed process is taken over after its lease', async () => {
  await failTimes(5);
  await makeProbeDue();
  await probe();
  const { rows } = await databases[0]!.raw(
    `select probe_at > now() + interval '50 seconds' and probe_at < now() + interval '61 seconds' as "isLeased" from email_providers`,
  );
  expect(rows).toEqual([{ isLeased: true }]);
});

test('sends with a working provider write nothing, and rarely read', async () => {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => void statements.push(sql);
  databases[0]!.on('query', note);
  try {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    for (let sent = 0; sent < 50; sent += 1) {
      expect(await gate(0).admit(`snd_${sent}`, leaseMs)).toEqual({ kind: 'open' });
      await gate(0).record(`snd_${sent}`, works);
    }
    now.mockRestore();
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatch(/^select/);
  } finally {
    databases[0]!.removeListener('query', note);
  }
});

test('a result counts even if its record cannot be stored', async () => {
  const away = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
  const alone = createProviderGate({
    database: away,
    logger: { warn: (fields) => void warnings.push(fields) },
    provider: 'ses',
  });
  await away.destroy();
  await expect(alone.record('snd_1', fails)).resolves.toBeUndefined();
  expect(warnings).toHaveLength(1);
});
