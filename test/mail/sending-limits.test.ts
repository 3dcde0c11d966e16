import { connect, type Database } from '../../db/connection/pool';
import { createMailer, type MailSettings } from '../../mail/create-mailer';
import { createSendingPace } from '../../mail/sending-pace';
import type { Admission } from '../../domain/email/sending-limits';
import type { Mailer } from '../../operations/ports';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startSesStandIn, type SendQuota, type SesStandIn } from '../support/ses-stand-in';

/** The mailers of two processes that send with the same account. */

let testDatabase: TestDatabase;
let databases: Database[];
let ses: SesStandIn;
let mailers: Mailer[];
let warnings: string[];

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
  await databases[0]!('warm_up_days').delete();
  ses = await startSesStandIn();
  warnings = [];
  mailers = mailersWith({});
});

afterEach(async () => {
  for (const mailer of mailers) mailer.close();
  await ses.stop();
});

function mailersWith(settings: Partial<MailSettings>): Mailer[] {
  const logger = { warn: (_: object, message: string) => void warnings.push(message) };
  const common = { SES_ENDPOINT: ses.endpoint, AWS_REGION: 'eu-west-1', MAIL_FROM: 'hello@acme.example' };
  return databases.map((database) =>
    createMailer({ ...common, SES_TIMEOUT_MS: 10_000, ...settings }, { database, logger }),
  );
}

const mailerOf = (index: number): Mailer => mailers[index % mailers.length]!;

const quotaOf = (quota: Partial<SendQuota>): SendQuota => ({
  MaxSendRate: 20,
  Max24HourSend: 50_000,
  SentLast24Hours: 0,
  ...quota,
});

const message = { subject: 'Hi', html: null, text: 'Hi', headers: {} };

/** Sends messages at once, and notes the order in which they were admitted. */
async function sendAll(count: number, isUrgent: boolean, order: string[] = []): Promise<void> {
  const send = async (index: number): Promise<void> => {
    const [mailer, sendId] = [mailerOf(index), `snd_${isUrgent ? 'urgent' : 'patient'}_${index}`];
    expect(await mailer.admit({ sendId, isUrgent })).toEqual({ kind: 'open' });
    order.push(sendId);
    expect(await mailer.deliver({ ...message, sendId, to: `${sendId}@example.com` })).toMatchObject({
      kind: 'accepted',
    });
  };
  await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

const kindOf = (admission: Admission): string => (admission.kind === 'limited' ? admission.limit : admission.kind);

test('two processes keep within the rate of the account, and urgent messages go first', async () => {
  ses.limitTo(quotaOf({ MaxSendRate: 20 }));
  const order: string[] = [];
  const patient = sendAll(80, false, order);
  await sendAll(10, true, order);
  await patient;
  expect([ses.accepted.length, ses.throttled()]).toEqual([90, 0]);
  const urgent = order.flatMap((sendId, index) => (sendId.includes('urgent') ? [index] : []));
  expect(Math.max(...urgent)).toBeLessThan(80);
});

test('the setting lowers the rate, and sets it for a provider that does not say one', async () => {
  mailers.push(...mailersWith({ SES_MAX_PER_SECOND: 5 }));
  mailers.splice(0, 2).forEach((mailer) => mailer.close());
  const startedAt = performance.now();
  await sendAll(12, false);
  // At most two at once, and then one in 200 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(1_800);
});

test('a send that has waited too long for its turn, or whose worker stops, is postponed', async () => {
  ses.limitTo(quotaOf({ MaxSendRate: 0.01 }));
  expect(kindOf(await mailerOf(0).admit({ sendId: 'snd_first', isUrgent: false }))).toBe('open');
  const urgent = await mailerOf(0).admit({ sendId: 'snd_urgent', isUrgent: true });
  expect(urgent).toEqual({ kind: 'limited', limit: 'rate', retryAfterMs: 5_000, spreadMs: 10_000 });
  const stopping = new AbortController();
  const patient = mailerOf(0).admit({ sendId: 'snd_patient', isUrgent: false, signal: stopping.signal });
  stopping.abort();
  expect(kindOf(await patient)).toBe('rate');
});

test('the last part of the daily quota is for urgent messages', async () => {
  ses.limitTo(quotaOf({ Max24HourSend: 1_000, SentLast24Hours: 949 }));
  const kinds = async (isUrgent: boolean) => kindOf(await mailerOf(0).admit({ sendId: 'snd_1', isUrgent }));
  expect(await kinds(false)).toBe('open');
  ses.limitTo(quotaOf({ Max24HourSend: 1_000, SentLast24Hours: 950 }));
  await databases[0]!('email_providers').delete();
  mailers = [...mailers, ...mailersWith({})].slice(-1);
  expect(await kinds(false)).toBe('daily_quota');
  expect(await kinds(true)).toBe('open');
  ses.limitTo(quotaOf({ Max24HourSend: 1_000, SentLast24Hours: 1_000 }));
  await databases[0]!('email_providers').delete();
  mailers = mailersWith({}).slice(-1);
  expect(await kinds(true)).toBe('daily_quota');
});

test('an account without limits, or that does not say them, sends without waiting', async () => {
  await sendAll(200, false);
  ses.limitTo(quotaOf({ MaxSendRate: -1, Max24HourSend: -1 }));
  await databases[0]!('email_providers').delete();
  mailers = mailersWith({});
  for (const mailer of mailers)
    expect(await mailer.admit({ sendId: 'snd_1', isUrgent: false })).toEqual({ kind: 'open' });
});

test('limits that cannot be read do not stop sends', async () => {
  const pace = createSendingPace({
    database: databases[0]!,
    provider: 'ses',
    maxPerSecond: null,
    readLimits: () => Promise.reject(new Error('not authorized')),
    logger: { warn: (_: object, text: string) => void warnings.push(text) },
  });
  expect(await pace.acquire(false)).toBeNull();
  expect(warnings).toEqual(['the email provider does not say its sending limits']);
});

test('a new sender domain sends up to its limit of the day, and urgent messages beyond it', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const plans = new Map([
    ['acme.example', { from: today, firstDay: 3 }],
    ['later.example', { from: '2999-01-01', firstDay: 100 }],
  ]);
  const domains = new Map([
    ['later.example', '*'],
    ['old.example', '*'],
  ]);
  mailers = mailersWith({ SENDER_WARMUP: plans, SENDER_DOMAINS: domains });
  const admit = async (email: string | null, isUrgent = false) => {
    const sender = email === null ? null : { workspaceId: 'wsp_1', name: 'Acme', email, replyTo: null };
    return kindOf(await mailerOf(0).admit({ sendId: 'snd_1', isUrgent, sender }));
  };
  const all = [await admit(null), await admit(null), await admit('me@elsewhere.example'), await admit(null)];
  expect(all).toEqual(['open', 'open', 'open', 'warm_up']);
  expect(await admit(null, true)).toBe('open');
  expect(await admit('me@later.example')).toBe('warm_up');
  expect(await admit('me@old.example')).toBe('open');
  const { retryAfterMs } = (await mailerOf(1).admit({ sendId: 'snd_1', isUrgent: false })) as { retryAfterMs: number };
  expect(new Date(Date.now() + retryAfterMs).toISOString().slice(11, 16)).toBe('00:00');
});
