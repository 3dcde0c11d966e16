import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { migrate } from '../db/migrate';
import { seedDemoWorkspace } from '../dev/seed';
import { startProcess } from '../test/support/process';
import { startTestServers } from '../test/support/test-servers';
import { buildOnce } from './build-once';
import { connectTo, repeat, type LoadResult } from './load';
import { median } from './median';

/**
 * Measures the overhead of a transactional send over the delivery itself: sends through the API compared with a bare
 * loop of the AWS SDK, both with 16 connections and the same sink. A key's throughput is limited by plan, so keys take
 * turns.
 */

const connections = 16;
/** Short and many, because the speed of the machine changes from one second to the next. */
const rounds = 8;
const seconds = 2;
const warmUpSeconds = 40;
/**
 * Messages that the sink keeps. Garbage collection over thousands of messages should not be part of the measurement.
 */
const kept = '1000';
const secret = 'bench-secret-0123456789';
/** Each has the plan scale: 200 per second. */
const keys = 16;

async function main(): Promise<void> {
  await buildOnce();
  process.env['MAIL_SINK_KEEP'] = kept;
  const servers = await startTestServers();
  try {
    const databaseUrl = servers.databaseUrl.replace(/\/[^/]*$/, '/apex');
    await migrate(databaseUrl);
    const demo = await seedDemoWorkspace({ databaseUrl, keyPepper: secret });
    const api = await startProcess({
      entry: 'dist/api/server.js',
      env: {
        SYNC_API_KEY: secret,
        SESSION_SECRET: secret,
        KEY_PEPPER: secret,
        LINK_SECRET: secret,
        DATABASE_URL: databaseUrl,
        TEMPORAL_ADDRESS: servers.temporalAddress,
        SES_ENDPOINT: servers.sesEndpoint,
        PORT: '0',
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
      },
    });
    const baseUrl = `http://127.0.0.1:${String(api.ready['port'])}`;
    const apiKeys = await mintKeys(baseUrl, demo.serverKey);
    await loadSends(baseUrl, apiKeys, warmUpSeconds);
    await loadSdk(servers.sesEndpoint, warmUpSeconds);
    const [ratios, overheads]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await loadSdk(servers.sesEndpoint, seconds);
      const whole = await loadSends(baseUrl, apiKeys, seconds);
      print('AWS SDK', bare);
      print('Apex', whole);
      ratios.push(whole.rate / bare.rate);
      overheads.push(whole.median - bare.median);
    }
    console.log(
      `transactional: ${median(ratios).toFixed(2)} of the floor, wanted is 0.70; ` +
        `${median(overheads).toFixed(1)} ms more in the median, goal 8 at most`,
    );
    await api.stop();
  } finally {
    await servers.stop();
  }
}

async function mintKeys(baseUrl: string, serverKey: string): Promise<string[]> {
  const minted: string[] = [];
  for (let index = 0; index < keys; index += 1) {
    const response = await fetch(`${baseUrl}/api/transactional-api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serverKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bench ${index}` }),
    });
    minted.push(((await response.json()) as { rawKey: string }).rawKey);
  }
  return minted;
}

let made = 0;
const text = 'Thank you for your order. '.repeat(20);
const message = () => ({
  to: `person-${(made += 1)}@example.com`,
  subject: 'Your receipt',
  html: `<p>${text}</p>`,
  text,
});

/** Uses one connection per key. */
async function loadSends(baseUrl: string, apiKeys: readonly string[], forSeconds: number): Promise<LoadResult> {
  const clients = Array.from({ length: connections }, (_, connection) =>
    connectTo(`${baseUrl}/api/v1/transactional/send`, { authorization: `Bearer ${apiKeys[connection % keys] ?? ''}` }),
  );
  const figures = await repeat({ connections, seconds: forSeconds }, async (connection) => {
    const reply = await clients[connection]?.post(JSON.stringify(message()));
    if (reply?.status !== 200) throw new Error(`A send was answered ${reply?.status}: ${reply?.body}`);
  });
  for (const client of clients) client.close();
  return figures;
}

async function loadSdk(endpoint: string, forSeconds: number): Promise<LoadResult> {
  const client = new SESv2Client({
    region: 'us-east-1',
    endpoint,
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const figures = await repeat({ connections, seconds: forSeconds }, async () => {
    const { to, subject, html, text } = message();
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: 'Apex <hello@apex.test>',
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Html: { Data: html }, Text: { Data: text } } } },
      }),
    );
  });
  client.destroy();
  return figures;
}

const print = (name: string, { rate, median, p99 }: LoadResult): void =>
  console.log(`${name.padEnd(8)} ${rate.toFixed(0)}/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
