import { systemRandom } from '../../context/create-context';
import { readCredentialsKeys, type CredentialsKey } from '../../domain/connections/credentials-box';
import { rotateCredentials } from '../../operations/connections/rotate-credentials';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { connectionScheduleId, connectionWorkflowId } from '../../workflows/contract/sync-connection';
import { startAdPlatforms, type AdDialect, type AdPlatforms } from '../support/ad-platforms';
import { apiClient } from '../support/api-client';
import { addMember, setting } from '../support/members';
import { triggerSchedule } from '../support/run-schedule';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();
const rotate = (credentialsKeys: CredentialsKey[]) =>
  rotateCredentials({ ...world, random: systemRandom, settings: { credentialsKeys } });
let platforms: AdPlatforms;
/** A platform for each type, so that faults of one do not affect the others. */
let ofType: Record<AdDialect, AdPlatforms>;

beforeAll(async () => {
  const [google, meta, linkedIn] = [await startAdPlatforms(), await startAdPlatforms(), await startAdPlatforms()];
  ofType = { google_ads: google, meta_ads: meta, linkedin_ads: linkedIn };
  platforms = await startAdPlatforms();
  await world.startWorker({
    WEBHOOK_ALLOW_HOSTS: everyPlatform()
      .map(({ host }) => host)
      .join(),
    MAINTAIN_EVERY_SECONDS: '86400',
  });
});

afterAll(() => Promise.all(everyPlatform().map((one) => one.stop())));

const everyPlatform = (): AdPlatforms[] => [platforms, ...Object.values(ofType)];
const types: AdDialect[] = ['google_ads', 'meta_ads', 'linkedin_ads'];
const client = { clientId: 'client-id-of-ours', clientSecret: 'client-secret-of-ours' };
const credentials: Record<AdDialect, object> = {
  google_ads: { ...client, refreshToken: 'refresh-token-of-ours', developerToken: 'developer-token-of-ours' },
  meta_ads: { accessToken: 'given-token-of-ours', appId: '42', appSecret: 'app-secret-of-ours' },
  linkedin_ads: { ...client, refreshToken: 'refresh-token-of-ours' },
};
const usual = {
  currency: 'EUR',
  campaigns: [
    { id: '11', name: 'Autumn', spend: 10, conversions: 2, revenue: 30 },
    { id: '12', name: 'Brand', spend: 5, conversions: 0, revenue: 0 },
  ],
  silentDays: [] as string[],
  rowsOfPage: 7,
};

beforeEach(async () => {
  for (const one of everyPlatform()) {
    Object.assign(one, { account: structuredClone(usual), refusesRenewal: false, faults: [] });
    one.tokens.clear();
    one.served = { figures: 0, renewals: 0 };
  }
  for (const { id } of (await world.api.get('/api/connections?limit=200')).body.data) {
    await world.api.delete(`/api/connections/${id}`);
  }
  await world.database('ad_metrics').delete();
});

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const create = async (connectorType: AdDialect, more: object = {}) => {
  const accountId = '1234567890';
  const body = {
    connectorType,
    accountId,
    baseUrl: platforms.baseUrl(connectorType),
    credentials: credentials[connectorType],
  };
  const made = await world.api.post('/api/connections', { ...body, ...more });
  expect(made).toMatchObject({ status: 201, body: { status: 'pending', lastError: null } });
  return made.body.id as string;
};
const read = async (id: string) => (await world.api.get(`/api/connections/${id}`)).body;
const result = (id: string) => world.temporal.workflow.getHandle(connectionWorkflowId(id)).result() as Promise<object>;
/** Waits for the pull that was requested last. */
const pulled = async (id: string) => {
  await waitFor(async () => (await world.database('outbox').where({ kind: 'sync_connection' })).length === 0);
  return result(id);
};
const syncNow = async (id: string) => {
  const response = await world.api.post(`/api/connections/${id}/sync`, {});
  expect(response).toMatchObject({ status: 202, body: { workflowId: connectionWorkflowId(id) } });
  return pulled(id);
};
const stored = (type?: AdDialect): Promise<{ day: string; campaign: string; currency: string; spend: number }[]> =>
  world
    .database('ad_metrics')
    .where(type === undefined ? {} : { connector_type: type })
    .select(
      world.database.raw('day::text'),
      'campaign',
      'currency',
      world.database.raw('(spend_micros / 1e6)::float as spend'),
    )
    .orderBy(['day', 'campaign_id']);
/** Expects each day of the range once per campaign. */
const expectDays = async (days: number, type?: AdDialect) => {
  const perDay = 2;
  const rows = await stored(type);
  const expected = Array.from({ length: days }, (_, index) => dayOf(days - 1 - index));
  expect(rows.map(({ day }) => day)).toEqual(expected.flatMap((day) => Array.from({ length: perDay }, () => day)));
};

test.each(types)('%s: the first pull fetches 90 days over pages, with its own token', async (type) => {
  const id = await create(type);
  expect(await pulled(id)).toEqual({ outcome: 'pulled', rows: 182 });
  await expectDays(91);
  expect(await read(id)).toMatchObject({ status: 'connected', lastError: null, lastSyncedAt: expect.any(String) });
  expect(platforms.served.renewals).toBe(1);
  expect(platforms.served.figures).toBe(type === 'linkedin_ads' ? 6 : 26);
  const { body } = await world.api.get(`/api/metrics/${type}?period=7d`);
  expect(body).toMatchObject({
    spend: 105,
    conversions: 14,
    revenue: 210,
    impressions: 14_000,
    clicks: 140,
    currency: 'EUR',
  });
  expect(body.campaigns.map(({ name }: { name: string }) => name)).toEqual(['Autumn', 'Brand']);
});

test('rate limits, truncated pages, invalid JSON and expired tokens lose or duplicate no day on any platform', async () => {
  // In parallel, because each waits for seconds between its tries.
  await Promise.all(
    types.map(async (type) => {
      const platform = ofType[type];
      platform.faults = ['pass', 'rate_limited', 'pass', 'half', 'pass', 'broken', 'pass', 'expire'];
      const id = await create(type, { baseUrl: platform.baseUrl(type) });
      expect([type, await pulled(id)]).toEqual([type, { outcome: 'pulled', rows: 182 }]);
      expect([type, platform.faults]).toEqual([type, []]);
      await expectDays(91, type);
      expect([type, platform.served.renewals]).toEqual([type, 2]);
      expect(await read(id)).toMatchObject({ status: 'connected', lastError: null });
    }),
  );
});

test('metrics of an account count once, even if two connections pull them at the same time', async () => {
  const ids = [await create('meta_ads'), await create('meta_ads', { name: 'Its successor' })];
  expect(await Promise.all(ids.map(pulled))).toEqual(ids.map(() => ({ outcome: 'pulled', rows: 182 })));
  await expectDays(91);
  expect((await world.api.get('/api/metrics/meta_ads?period=7d')).body).toMatchObject({ spend: 105, conversions: 14 });
});

test('a later pull restates 28 days: metrics change, days and campaigns disappear, older days stay', async () => {
  const id = await create('google_ads');
  await pulled(id);
  platforms.account.campaigns = [{ ...usual.campaigns[0]!, name: 'Renamed', spend: 20 }];
  platforms.account.silentDays = [dayOf(3)];
  expect(await syncNow(id)).toEqual({ outcome: 'pulled', rows: 28 });
  const rows = await stored();
  const since = rows.filter(({ day }) => day >= dayOf(28));
  expect(since).toHaveLength(28);
  expect(since.every(({ campaign, spend, day }) => campaign === 'Renamed' && spend === 20 && day !== dayOf(3))).toBe(
    true,
  );
  expect(rows.filter(({ day }) => day < dayOf(28))).toHaveLength(62 * 2);
});

test('a change of currency is restated with the metrics, and kept apart', async () => {
  const id = await create('meta_ads');
  await pulled(id);
  platforms.account.currency = 'USD';
  await syncNow(id);
  const { body } = await world.api.get('/api/metrics/meta_ads?period=90d');
  expect([body.currency, body.otherCurrencies[0].currency]).toEqual(['EUR', 'USD']);
  expect((await world.api.get('/api/metrics/meta_ads?period=7d')).body).toMatchObject({ currency: 'USD', spend: 105 });
  await expectDays(91);
});

test.each(types)(
  '%s: a revoked sign-in is an error for admins without a secret; new credentials fix it',
  async (type) => {
    platforms.refusesRenewal = true;
    const id = await create(type);
    expect(await pulled(id)).toEqual({ outcome: 'refused', rows: 0 });
    const broken = await read(id);
    expect(broken.status).toBe('error');
    expect(broken.lastError).toMatch(/could not be renewed.*400 invalid_grant: Token \*\*\* has been revoked/);
    expect(JSON.stringify(await world.database('ad_connections').select('last_error'))).not.toMatch(/of-ours/);
    const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
    expect((await member.get(`/api/metrics/${type}`)).body).not.toHaveProperty('lastError');
    expect((await world.api.get(`/api/metrics/${type}`)).body.lastError).toBe(broken.lastError);
    platforms.refusesRenewal = false;
    const changed = await world.api.patch(`/api/connections/${id}`, { credentials: credentials[type] });
    expect(changed.status).toBe(200);
    expect(await pulled(id)).toEqual({ outcome: 'pulled', rows: 182 });
    expect(await read(id)).toMatchObject({ status: 'connected', lastError: null });
  },
);

test('token text in a platform’s response is not stored, and members are notified of a failure once', async () => {
  platforms.faults = ['echo'];
  const id = await create('google_ads');
  await pulled(id);
  const { lastError } = await read(id);
  expect(lastError).toBe('Google Ads returned 403 PERMISSION_DENIED: No access with Bearer ***.');
  platforms.faults = ['echo'];
  await syncNow(id);
  const failures = () =>
    world
      .database('sends')
      .whereRaw(`notice->>'template' = 'integration-sync-failed' and notice->>'occurrence' like ?`, [`${id}:%`]);
  const admins = await world.database('members').where({ workspace_id: world.demo.workspaceId });
  expect(await failures()).toHaveLength(admins.length);
  await syncNow(id);
  platforms.faults = ['echo'];
  await syncNow(id);
  expect(await failures()).toHaveLength(2 * admins.length);
});

test('a host that is not allowed is not called', async () => {
  const id = await create('meta_ads', { baseUrl: `http://localhost:${platforms.host.split(':')[1]}/meta_ads` });
  expect(await pulled(id)).toEqual({ outcome: 'refused', rows: 0 });
  expect((await read(id)).lastError).toMatch(/are not allowed/);
  expect(platforms.served).toEqual({ figures: 0, renewals: 0 });
});

test('a connection that is deleted during its pull stores nothing', async () => {
  // The pull has to wait, so that the connection can be deleted during it.
  platforms.faults = Array.from({ length: 100 }, () => 'rate_limited' as const);
  const id = await create('linkedin_ads');
  const waiting = await waitFor(async () => ((await read(id)).lastError === null ? null : read(id)));
  expect(waiting).toMatchObject({ status: 'pending', lastError: 'LinkedIn Ads returned 429, code 101: Slow down.' });
  expect((await world.api.delete(`/api/connections/${id}`)).status).toBe(200);
  expect(await result(id)).toEqual({ outcome: 'gone', rows: 0 });
  expect(await stored()).toEqual([]);
});

test('each connection has a daily schedule, which is deleted with it and restored by the sweep', async () => {
  const id = await create('google_ads');
  await pulled(id);
  const handle = world.temporal.schedule.getHandle(connectionScheduleId(id));
  const { info, action } = await waitFor(() => handle.describe());
  expect(action).toMatchObject({
    workflowType: 'connectionDue',
    args: [{ workspaceId: world.demo.workspaceId, connectionId: id }],
  });
  for (const at of info.nextActionTimes) expect([3, 4, 5, 6]).toContain(at.getUTCHours());
  const before = (await read(id)).lastSyncedAt;
  await triggerSchedule(world.temporal, connectionScheduleId(id));
  await waitFor(async () => (await read(id)).lastSyncedAt !== before);
  await handle.delete();
  await triggerSchedule(world.temporal, scheduleIds.syncConnections);
  await waitFor(() => handle.describe());
  await world.api.delete(`/api/connections/${id}`);
  await waitFor(async () =>
    handle.describe().then(
      () => false,
      () => true,
    ),
  );
});

test('credentials are encrypted and move to a new key, and a missing key is reported', async () => {
  const id = await create('google_ads');
  await pulled(id);
  const row = () => world.database('ad_connections').where({ id }).first();
  expect((await row()).credentials.toString('latin1')).not.toMatch(/of-ours|renewed/);
  const old = readCredentialsKeys(setting(world, 'CREDENTIALS_KEYS'));
  const next = { id: 'next', key: Buffer.alloc(32, 7) };
  expect(await rotate([next])).toEqual({ rotated: 0, unopened: [id] });
  expect(await rotate([next, ...old])).toEqual({ rotated: 1, unopened: [] });
  expect(await rotate([next, ...old])).toEqual({ rotated: 0, unopened: [] });
  expect((await row()).credentials_key_id).toBe('next');
  expect(await syncNow(id)).toEqual({ outcome: 'refused', rows: 0 });
  expect((await read(id)).lastError).toMatch(/CREDENTIALS_KEYS/);
  expect(await rotate([...old, next])).toEqual({ rotated: 1, unopened: [] });
  expect(await syncNow(id)).toMatchObject({ outcome: 'pulled' });
});
