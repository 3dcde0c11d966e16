import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { loadDoctorSettings } from '../../../config';
import { compareClock } from '../../../tools/doctor/clock';
import { mailArea } from '../../../tools/doctor/mail-area';
import { startDnsServer } from '../../support/dns-server';
import { findingsOf } from '../../support/run-areas';
import { useWorld } from '../../support/world';

const topic = 'arn:aws:sns:us-east-1:123456789012:apex-mail';
const allReports = ['DELIVERY', 'BOUNCE', 'COMPLAINT'];

let ses: Server;
/** Responses of the SES stand-in by path; 404 for other paths. */
let replies: Record<string, unknown>;

afterAll(() => {
  ses.closeAllConnections();
  ses.close();
});

const world = useWorld({ temporal: false });

beforeAll(async () => {
  ses = createServer((request, response) => {
    const reply = replies[decodeURIComponent(request.url ?? '')];
    const notFound = { 'x-amzn-errortype': 'NotFoundException' };
    response.writeHead(reply === undefined ? 404 : 200, {
      'content-type': 'application/json',
      ...(reply ? {} : notFound),
    });
    response.end(JSON.stringify(reply ?? { message: 'It does not exist.' }));
  });
  ses.listen(0, '127.0.0.1');
  await once(ses, 'listening');
});

const healthyAccount = {
  SendingEnabled: true,
  ProductionAccessEnabled: true,
  EnforcementStatus: 'HEALTHY',
  SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 100 },
};

const identity = (status: string, tokens: string[] = []) => ({
  VerifiedForSendingStatus: true,
  DkimAttributes: { Status: status, Tokens: tokens },
});

async function findings(overrides: NodeJS.ProcessEnv = {}) {
  const settings = loadDoctorSettings({
    ...world.environment,
    SES_ENDPOINT: `http://127.0.0.1:${(ses.address() as AddressInfo).port}`,
    MAIL_FROM: 'Acme <hello@mail.acme.com>',
    ...overrides,
  });
  return findingsOf(mailArea(settings, world.database));
}

test('an account, its domains and their reports are in order', async () => {
  replies = {
    '/v2/email/account': healthyAccount,
    '/v2/email/identities/acme.com': identity('SUCCESS', ['one', 'two']),
    '/v2/email/identities/shop.io': identity('SUCCESS'),
    '/v2/email/configuration-sets/apex/event-destinations': {
      EventDestinations: [
        { Name: 'sns', Enabled: true, MatchingEventTypes: allReports, SnsDestination: { TopicArn: topic } },
      ],
    },
  };
  const dns = await startDnsServer({
    'one._domainkey.acme.com': { CNAME: 'one.dkim.amazonses.com' },
    'two._domainkey.acme.com': { CNAME: 'two.dkim.amazonses.com' },
    '_dmarc.acme.com': { TXT: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.com' },
    '_dmarc.shop.io': { TXT: 'v=DMARC1; p=none' },
  });
  const settings = {
    DOCTOR_DNS: dns.address,
    SES_CONFIGURATION_SET: 'apex',
    SES_TOPIC_ARNS: topic,
    SENDER_DOMAINS: 'shop.io=*',
  };
  try {
    expect(await findings(settings)).toMatchObject({
      account: 'ok: 100 of 50000 messages in 24 hours',
      'mail.acme.com': 'ok: DKIM keys and DMARC (p=quarantine)',
      'shop.io': 'ok: DMARC (p=none)',
      reports: 'ok: apex: DELIVERY, BOUNCE, COMPLAINT; reports for 0 of 0 messages in 7 days',
    });
    await world.database.raw(
      `insert into sends (workspace_id, id, kind, status, mode, recipient, subject, sent_at, created_at)
       select ?, 'snd_' || n, 'transactional', 'sent', 'live', 'a@b.example', 'Hello', now(), now() from generate_series(1, 20) as n`,
      [world.demo.workspaceId],
    );
    expect(await findings(settings)).toMatchObject({
      reports: 'warning: no reports for 20 messages in the last 7 days',
    });
  } finally {
    dns.close();
  }
});

test('missing DNS records are named, so that they can be added', async () => {
  replies = { '/v2/email/account': healthyAccount, '/v2/email/identities/acme.com': identity('SUCCESS', ['one']) };
  const dns = await startDnsServer({ 'one._domainkey.acme.com': { CNAME: 'other.example.com' } });
  try {
    expect(await findings({ DOCTOR_DNS: dns.address })).toMatchObject({
      'mail.acme.com':
        'warning: missing CNAME one._domainkey.acme.com → one.dkim.amazonses.com, TXT _dmarc.acme.com "v=DMARC1; p=none; rua=mailto:…"',
    });
  } finally {
    dns.close();
  }
});

test.each([
  [{ SendingEnabled: false }, 'problem: sending is paused'],
  [{ EnforcementStatus: 'PROBATION' }, 'warning: 100 of 50000 messages in 24 hours; under probation'],
  [{ ProductionAccessEnabled: false }, 'warning: 100 of 50000 messages in 24 hours; in the SES sandbox'],
  [{ SendQuota: { Max24HourSend: 200, SentLast24Hours: 190 } }, 'warning: 190 of 200 messages in 24 hours'],
])('an account with %j', async (differs, found) => {
  replies = { '/v2/email/account': { ...healthyAccount, ...differs } };
  expect((await findings())['account']).toContain(found);
});

test.each([
  [undefined, 'problem: mail.acme.com is not an SES identity'],
  [{ VerifiedForSendingStatus: false }, 'problem: acme.com is not verified'],
  [identity('PENDING'), 'warning: DKIM of acme.com is pending'],
])('a domain with the identity %j', async (found, finding) => {
  replies = { '/v2/email/account': healthyAccount, ...(found && { '/v2/email/identities/acme.com': found }) };
  expect((await findings())['mail.acme.com']).toBe(finding);
});

test('reports with a missing or wrong destination are found', async () => {
  const destinations = '/v2/email/configuration-sets/apex/event-destinations';
  const sns = { TopicArn: topic };
  const settings = { SES_CONFIGURATION_SET: 'apex', SES_TOPIC_ARNS: topic };
  replies = {
    [destinations]: {
      EventDestinations: [{ Name: 'a', Enabled: true, MatchingEventTypes: ['BOUNCE'], SnsDestination: sns }],
    },
  };
  expect((await findings(settings))['reports']).toBe(
    'problem: apex does not publish DELIVERY, COMPLAINT to a topic of SES_TOPIC_ARNS',
  );
  replies = {
    [destinations]: {
      EventDestinations: [{ Name: 'a', Enabled: false, MatchingEventTypes: allReports, SnsDestination: sns }],
    },
  };
  expect((await findings(settings))['reports']).toContain('does not publish DELIVERY, BOUNCE, COMPLAINT');
  expect((await findings({ SES_CONFIGURATION_SET: 'apex' }))['reports']).toContain('SES_TOPIC_ARNS not set');
});

test('a wrong clock is distinguished from network latency', async () => {
  const off = (ms: number) => compareClock(() => Promise.resolve(new Date(Date.now() + ms)));
  expect(await off(0)).toMatchObject({ state: 'ok' });
  expect(await off(-5_000)).toMatchObject({ state: 'warning', detail: '5.0 s behind this machine' });
  expect(await off(90_000)).toMatchObject({ state: 'problem', detail: expect.stringContaining('ahead of') });
  const now = jest.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValueOnce(30_000);
  try {
    expect(await compareClock(() => Promise.resolve(new Date(29_000)))).toMatchObject({ state: 'ok' });
  } finally {
    now.mockRestore();
  }
});
