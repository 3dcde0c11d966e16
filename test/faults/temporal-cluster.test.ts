import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { writeCredentials } from '../../dev/credentials';
import { createDemoShop } from '../../dev/demo-shop/demo-workspace';
import { fillDemoShop } from '../../dev/demo-shop/fill';
import { runCommand } from '../../dev/run-command';
import { scheduleIds } from '../../workflows/contract/maintenance';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackSurely,
  uniqueName,
} from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { createNamespace } from '../support/namespace';
import {
  findTemporalPrograms,
  startTemporalCluster,
  temporalBuild,
  temporalServices,
  type TemporalCluster,
} from '../support/temporal-cluster';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** API and worker with a Temporal cluster of four services on PostgreSQL. Each service is killed while journeys run. */

const programs = findTemporalPrograms();
// Building the programs needs Go and takes minutes. The tests are skipped if they are not built.
const onCluster = programs === null ? describe.skip : describe;
const note = programs === null ? ` (skipped: not built. ${temporalBuild})` : '';

const people = 20;

onCluster(`a Temporal of several services${note}`, () => {
  let cluster: TemporalCluster;
  let namespace: string;

  beforeAll(async () => {
    cluster = await startTemporalCluster(programs!, process.env['TEST_DATABASE_URL'] ?? '');
    namespace = await createNamespace(cluster.address);
  });

  const world = useWorld({
    temporal: false,
    environment: () => ({ TEMPORAL_ADDRESS: cluster.address, TEMPORAL_NAMESPACE: namespace }),
  });

  beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '200' }));

  afterAll(() => cluster.stop());

  test('the Demo shop runs on it: executions that wait become workflows, and its schedules exist', async () => {
    const { database, databaseUrl, environment } = world;
    const keyPepper = String(environment['KEY_PEPPER']);
    const demo = await createDemoShop(database, keyPepper, world.demo.owner.email);
    const { workspaceId } = demo;
    const { signal: stopping } = new AbortController();
    const isFilled = await fillDemoShop({ databaseUrl, keyPepper, workspaceId, stopping, report: () => undefined });
    expect(isFilled).toBe(true);
    const folder = mkdtempSync(path.join(tmpdir(), 'apex-demo-'));
    writeCredentials(folder, {
      ...world.demo,
      demo,
      baseUrl: world.apiUrl,
      syncApiKey: String(environment['SYNC_API_KEY']),
      temporalUiUrl: 'http://127.0.0.1:1',
      temporalAddress: cluster.address,
      databaseUrl,
      mailUrl: world.sesEndpoint,
    });
    const output = await runCommand(process.execPath, ['--import', 'tsx', 'dev/demo.ts', '--minutes', '0.5'], {
      timeoutMs: 300_000,
      env: { ...process.env, DATA_DIR: folder },
    });
    rmSync(folder, { recursive: true });
    expect(output).toMatch(/^Stopped after \d+ visits/m);

    const connection = await Connection.connect({ address: cluster.address });
    const { schedule, workflow } = new Client({ connection, namespace });
    const started = { workspace_id: workspaceId, kind: 'start_execution' };
    await waitFor(async () => (await database('outbox').where(started).first('id')) === undefined);
    const waiting = await database('executions').where({ workspace_id: workspaceId, status: 'RUNNING' }).first('id');
    const { status } = await workflow.getHandle(`journey/${waiting?.id}`).describe();
    expect(status.name).toBe('RUNNING');
    for (const id of Object.values(scheduleIds)) {
      expect((await schedule.getHandle(id).describe()).info.nextActionTimes).not.toEqual([]);
    }
    await connection.close();
  });

  test.each(temporalServices)(
    '%s is killed while journeys run: all continue, and none sends twice',
    async (service) => {
      const subject = uniqueName(service);
      const communicationId = await createCommunication(world, subject);
      const journey = await publishJourney(world, [
        { id: 'first', kind: 'send', communicationId, next: 'pause' },
        { id: 'pause', kind: 'wait', duration: 'PT3S', next: 'second' },
        { id: 'second', kind: 'send', communicationId, next: 'end' },
        { id: 'end', kind: 'exit', reason: 'end' },
      ]);
      const subjects = await Promise.all(Array.from({ length: people }, () => createSubject(world)));
      const enter = (some: typeof subjects): Promise<unknown> =>
        Promise.all(some.map(({ visitorId }) => trackSurely(world, journey.eventName, visitorId)));

      await enter(subjects.slice(0, people / 2));
      await waitFor(
        async () => (await executionsOf(world, journey.id)).some((one) => one['currentStepId'] === 'pause'),
        {
          what: 'the first wait',
        },
      );
      await cluster.kill(service);
      // Events are accepted while it is down, and start executions when Temporal is back.
      await enter(subjects.slice(people / 2));
      // Longer than the wait step, so that its timers expire while the service is down.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await cluster.restart(service);

      await waitFor(
        async () => {
          const executions = await executionsOf(world, journey.id);
          return executions.length === people && executions.every(({ status }) => status === 'COMPLETED');
        },
        { what: 'the end of all executions', intervalMs: 500 },
      );
      const sent = (await readSink(world.sesEndpoint)).filter((message) => message.subject === subject);
      expect(sent).toHaveLength(2 * people);
    },
  );
});
