import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { loadWorkerSettings } from '../../config';
import { openTemporalConnection } from '../../temporal/client-connection';
import { registerSearchAttributes } from '../../worker/temporal';
import { apiClient } from '../support/api-client';
import { createCertificates, type CertificateFiles } from '../support/certificates';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
  uniqueName,
} from '../support/journeys';
import { startTemporalGateway, type TemporalGateway } from '../support/temporal-gateway';
import { untilReady } from '../support/until-ready';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** API and worker with a Temporal that is only reachable over TLS with a client certificate and an API key. */

const apiKey = 'key-of-this-test';
const certificates = createCertificates();
const authority = certificates.createAuthority('authority');
const laterAuthority = certificates.createAuthority('later-authority');
const first = authority.issue('client');
const later = laterAuthority.issue('later-client');
const server = authority.issue('server', { names: ['DNS:temporal.example'] });
/** The certificate files that the service reads. Their content changes during the tests. */
const presented: CertificateFiles = {
  certificate: path.join(certificates.folder, 'presented.pem'),
  key: path.join(certificates.folder, 'presented.key'),
};

let gateway: TemporalGateway;
let workerApi: ReturnType<typeof apiClient>;

function present({ certificate, key }: CertificateFiles): void {
  copyFileSync(certificate, presented.certificate);
  copyFileSync(key, presented.key);
}

beforeAll(async () => {
  present(first);
  gateway = await startTemporalGateway(process.env['TEST_TEMPORAL_ADDRESS'] ?? '', {
    server,
    clientAuthority: authority.certificate,
    apiKey,
  });
});

const world = useWorld({
  environment: () => ({
    TEMPORAL_ADDRESS: gateway.address,
    TEMPORAL_API_KEY: apiKey,
    TEMPORAL_TLS_CA: authority.certificate,
    TEMPORAL_TLS_CERT: presented.certificate,
    TEMPORAL_TLS_KEY: presented.key,
    TEMPORAL_TLS_SERVER_NAME: 'temporal.example',
    TEMPORAL_TLS_RELOAD_SECONDS: '1',
  }),
});

beforeAll(async () => {
  const worker = await world.startWorker({ OUTBOX_POLL_MS: '100' });
  workerApi = apiClient(`http://127.0.0.1:${worker.healthPort}`);
});

afterAll(async () => {
  await gateway.close();
  certificates.remove();
});

/** Publishes a journey with one message, and runs it for a new person to the end. */
async function runJourney(): Promise<void> {
  const communicationId = await createCommunication(world, uniqueName('message'));
  const send = { id: 'send', kind: 'send', communicationId, next: 'end' };
  const journey = await publishJourney(world, [send, { id: 'end', kind: 'exit', reason: 'end' }]);
  const { visitorId } = await createSubject(world);
  await trackEvent(world, journey.eventName, visitorId);
  await waitFor(async () => (await executionsOf(world, journey.id))[0]?.['status'] === 'COMPLETED', {
    what: 'the end of the journey',
  });
}

/** @returns whether a process reports Temporal as healthy */
const isOk = async (api: typeof workerApi): Promise<boolean> =>
  ((await api.get('/readyz')).body as { dependencies: { temporal: string } }).dependencies.temporal === 'ok';

test('a journey runs, and both processes are ready', async () => {
  await runJourney();
  for (const api of [world.api, workerApi]) {
    await untilReady(api);
    await waitFor(() => isOk(api), { what: 'Temporal to be well' });
  }
  expect(gateway.forwarded).toEqual(
    expect.arrayContaining([
      ...['StartWorkflowExecution', 'PollActivityTaskQueue', 'RespondWorkflowTaskCompleted'],
      ...['DescribeNamespace', 'ListSearchAttributes', 'CreateSchedule', 'GetSystemInfo'],
    ]),
  );
});

test('replaced files are used without a restart as soon as certificate and key match', async () => {
  copyFileSync(later.certificate, presented.certificate);
  gateway.trust(laterAuthority.certificate);
  await waitFor(async () => !(await isOk(world.api)) && !(await isOk(workerApi)), { what: 'both to be refused' });
  present(later);
  await waitFor(async () => (await isOk(world.api)) && (await isOk(workerApi)), { what: 'both to be let in' });
  await runJourney();
});

describe('a server that does not allow registering search attributes', () => {
  let cloud: TemporalGateway;

  beforeAll(async () => {
    const refuses = /operatorservice/;
    cloud = await startTemporalGateway(world.temporalAddress, { server, refuses });
  });

  afterAll(() => cloud.close());

  async function register(namespace: string): Promise<void> {
    const environment = { ...world.environment, TEMPORAL_ADDRESS: cloud.address };
    const connection = openTemporalConnection(loadWorkerSettings(environment));
    try {
      await registerSearchAttributes(new Client({ connection, namespace }), namespace);
    } finally {
      await connection.close();
    }
  }

  test('is enough if the attributes exist', async () => {
    await expect(register(world.namespace)).resolves.toBeUndefined();
  });

  test('stops the worker with the names of missing attributes', async () => {
    const connection = openTemporalConnection(loadWorkerSettings(world.environment));
    const namespace = uniqueName('bare').toLowerCase();
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    await connection.close();
    await waitFor(() =>
      expect(register(namespace))
        .rejects.toThrow('WorkspaceId (KEYWORD)')
        .then(() => true),
    );
    await expect(register(namespace)).rejects.toThrow(/^Temporal's namespace "[^\n]+ lacks search attributes [^\n]+$/);
  });
});
