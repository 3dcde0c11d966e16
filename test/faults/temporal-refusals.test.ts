import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createCertificates, type CertificateFiles } from '../support/certificates';
import { startProcess } from '../support/process';
import { startTemporalGateway, type GatewayOptions } from '../support/temporal-gateway';
import { entryArguments } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Error messages for operators when Temporal refuses a process: one line with the remedy. */

const certificates = createCertificates();
const authority = certificates.createAuthority('authority');
const stranger = certificates.createAuthority('stranger');
const server = authority.issue('server');
const elsewhere = authority.issue('elsewhere', { names: ['DNS:elsewhere.example'] });
const expiredServer = authority.issue('expired-server', { days: -1 });
const expiredClient = authority.issue('expired-client', { days: -1 });
const unknownClient = stranger.issue('unknown-client');

const world = useWorld();

afterAll(() => certificates.remove());

interface Refusal {
  entry: string;
  gateway: GatewayOptions;
  settings: NodeJS.ProcessEnv;
  /** The text after "Temporal at …". */
  line: RegExp;
}

const worker = 'worker/main.ts';
const journeys = 'tools/journeys.ts';
const trusting = { TEMPORAL_TLS_CA: authority.certificate };
const presenting = ({ certificate, key }: CertificateFiles) => ({
  ...trusting,
  TEMPORAL_TLS_CERT: certificate,
  TEMPORAL_TLS_KEY: key,
});
const mutual = { server, clientAuthority: authority.certificate };

/**
 * @returns how a process that cannot connect ended, and its output. The gateway is in this process. If the machine
 *   stalled during a handshake, the process reports a timeout, so it is started again.
 */
async function failedStart(refusal: Refusal, address: string) {
  let end = await startAndEnd(refusal, address);
  for (let again = 0; again < 3 && end.written.startsWith('Temporal does not respond'); again += 1)
    end = await startAndEnd(refusal, address);
  return end;
}

async function startAndEnd({ entry, settings }: Refusal, address: string) {
  const child = spawn(process.execPath, ['--no-warnings', ...entryArguments(entry, ['reconcile'])], {
    cwd: path.resolve(__dirname, '../..'),
    env: { ...process.env, ...world.environment, TEMPORAL_ADDRESS: address, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, written };
}

test.each<[string, Refusal]>([
  [
    'no client certificate',
    {
      entry: worker,
      gateway: mutual,
      settings: trusting,
      line: /requires a client certificate .*: set TEMPORAL_TLS_CERT /,
    },
  ],
  [
    'a client certificate of another authority',
    { entry: worker, gateway: mutual, settings: presenting(unknownClient), line: /refuses TEMPORAL_TLS_CERT \(/ },
  ],
  [
    'a client certificate that has expired',
    {
      entry: worker,
      gateway: mutual,
      settings: presenting(expiredClient),
      line: /refuses TEMPORAL_TLS_CERT, which expired at 20[^ ]+Z: renew it\./,
    },
  ],
  [
    'a server of another authority',
    {
      entry: journeys,
      gateway: { server },
      settings: { TEMPORAL_TLS_CA: stranger.certificate },
      line: /presents a certificate that is not trusted \(.*: set TEMPORAL_TLS_CA/,
    },
  ],
  [
    'a server whose certificate has expired',
    {
      entry: journeys,
      gateway: { server: expiredServer },
      settings: trusting,
      line: /presents a certificate that has expired/,
    },
  ],
  [
    'a server of another name',
    {
      entry: journeys,
      gateway: { server: elsewhere },
      settings: trusting,
      line: /for another name \(.*elsewhere\.example.*: set TEMPORAL_TLS_SERVER_NAME/,
    },
  ],
  [
    'TLS switched off',
    { entry: journeys, gateway: { server }, settings: {}, line: /requires TLS: set TEMPORAL_TLS to "on"/ },
  ],
  [
    'another API key',
    {
      entry: worker,
      gateway: { server, apiKey: 'right' },
      settings: { ...trusting, TEMPORAL_API_KEY: 'wrong' },
      line: /refuses TEMPORAL_API_KEY \(Request unauthorized\.\)/,
    },
  ],
  [
    'no API key',
    {
      entry: journeys,
      gateway: { server, apiKey: 'right' },
      settings: trusting,
      line: /refuses the request .* set TEMPORAL_API_KEY\./,
    },
  ],
  [
    'a namespace that is missing',
    {
      entry: worker,
      gateway: { server },
      settings: { ...trusting, TEMPORAL_NAMESPACE: 'missing' },
      line: /has no namespace "missing": create it, or set TEMPORAL_NAMESPACE\./,
    },
  ],
])('%s', async (_, refusal) => {
  const gateway = await startTemporalGateway(world.temporalAddress, refusal.gateway);
  try {
    const { code, written } = await failedStart(refusal, gateway.address);
    expect(written).toMatch(new RegExp(`^Temporal at ${gateway.address} [^\n]+\n$`));
    expect(written).toMatch(refusal.line);
    expect(written).not.toMatch(/right|wrong/);
    expect(code).toBe(1);
  } finally {
    await gateway.close();
  }
});

test('a server without TLS, although TLS is on', async () => {
  const refusal = { entry: journeys, gateway: { server }, settings: { TEMPORAL_TLS: 'on' }, line: /./ };
  const { code, written } = await failedStart(refusal, world.temporalAddress);
  expect(written).toBe(`Temporal at ${world.temporalAddress} does not use TLS: remove the TEMPORAL_TLS settings.\n`);
  expect(code).toBe(1);
});

test('the API keeps serving and logs the line once', async () => {
  const gateway = await startTemporalGateway(world.temporalAddress, mutual);
  const api = await startProcess({
    entry: 'api/server.ts',
    env: {
      ...world.environment,
      ...presenting(expiredClient),
      TEMPORAL_ADDRESS: gateway.address,
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const url = `http://127.0.0.1:${String(api.ready['port'])}/readyz`;
    const isLogged = async (): Promise<boolean> => {
      await fetch(url);
      return api.output().includes('refuses TEMPORAL_TLS_CERT, which expired at');
    };
    await waitFor(isLogged, { what: 'the line' });
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ dependencies: { postgresql: 'ok', temporal: 'does not respond' } });
    }
    expect(api.output().match(/refuses TEMPORAL_TLS_CERT/g)).toHaveLength(1);
  } finally {
    await api.stop();
    await gateway.close();
  }
});
