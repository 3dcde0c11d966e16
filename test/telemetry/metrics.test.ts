import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Runtime } from '@temporalio/worker';
import ts from 'typescript';
import { apiClient } from '../support/api-client';
import { createCommunication, createSubject, executionsOf, publishJourney, uniqueName } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

const root = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const world = useWorld();
let receiver: WebhookReceiver;
let workerUrl: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const worker = await world.startWorker({ WEBHOOK_ALLOW_HOSTS: receiver.host });
  workerUrl = `http://127.0.0.1:${worker.healthPort}`;
});

afterAll(() => receiver.stop());

const metricsOf = async (url: string): Promise<string> => (await apiClient(url).get('/metrics')).body as string;

/** Returns the value of a series in `/metrics`; 0 if it is missing. */
async function valueOf(url: string, series: string): Promise<number> {
  const line = (await metricsOf(url)).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

/** Runs an execution that sends a message and calls a webhook. @param more events to send with the one that starts it */
async function runJourney(more: (email: string) => object[] = () => []): Promise<void> {
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId: await createCommunication(world, 'Hello'), next: 'crm' },
    { id: 'crm', kind: 'webhook', url: `http://${receiver.host}/crm`, method: 'POST', next: 'end' },
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
  const { email } = await createSubject(world);
  const countEnded = () => valueOf(workerUrl, 'apex_workflows_ended_total{type="journey",outcome="exit"}');
  const ended = await countEnded();
  const events = [{ type: journey.eventName, email, messageId: uniqueName('message') }, ...more(email)];
  expect((await world.api.post('/api/v1/events', { events })).status).toBe(200);
  await waitFor(async () => (await executionsOf(world, journey.id))[0]?.['status'] === 'COMPLETED');
  // The worker counts an end when Temporal has it, shortly after the record.
  await waitFor(async () => (await countEnded()) > ended);
}

test('each action of a journey is counted once, by outcome', async () => {
  const series: [string, string, number][] = [
    [world.apiUrl, 'apex_events_total{origin="server",result="accepted"}', 1],
    [world.apiUrl, 'apex_events_total{origin="server",result="rejected"}', 2],
    [workerUrl, 'apex_outbox_dispatched_total{kind="start_execution",result="done"}', 1],
    [workerUrl, 'apex_workflows_started_total{type="journey"}', 1],
    [workerUrl, 'apex_deliveries_total{provider="ses",result="accepted"}', 1],
    [workerUrl, 'apex_webhook_tries_total{result="2xx"}', 1],
    [workerUrl, 'apex_workflows_ended_total{type="journey",outcome="exit"}', 1],
    [workerUrl, 'apex_workflows_ended_total{type="journey",outcome="failed"}', 0],
  ];
  const values = (): Promise<number[]> => Promise.all(series.map(([url, name]) => valueOf(url, name)));
  const before = await values();
  await runJourney((email) => [{ type: '' }, { email }]);
  const expected = before.map((value, index) => value + series[index]![2]);
  expect(await values()).toEqual(expected);
});

test('queues are shown by kind, with their age', async () => {
  await world.database('outbox').insert({
    workspace_id: world.demo.workspaceId,
    kind: 'run_digest',
    subject_id: '2020-01-06',
    created_at: new Date(Date.now() - 90_000),
    available_at: new Date(Date.now() + 3_600_000),
  });
  expect(await valueOf(workerUrl, 'apex_outbox_kind_commands{kind="run_digest"}')).toBe(1);
  expect(await valueOf(workerUrl, 'apex_outbox_kind_oldest_seconds{kind="run_digest"}')).toBeGreaterThanOrEqual(90);
  expect(await valueOf(workerUrl, 'apex_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90);
  await world.database('outbox').where({ kind: 'run_digest' }).delete();
  expect(await valueOf(workerUrl, 'apex_outbox_kind_commands{kind="run_digest"}')).toBe(0);
});

/** Returns the metric names in the text, without the suffixes of histograms. */
const namedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:apex|nodejs|process|temporal)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    ),
  ),
];

/** Counters of Temporal's SDK that appear with their first failure. test/faults/ shows those that alerts use. */
const ofFailures = [
  'temporal_workflow_task_execution_failed_total',
  'temporal_request_failure_total',
  'temporal_activity_execution_failed_total',
  'temporal_sticky_cache_miss_total',
];

test('every metric in alerts, dashboard and docs exists, and the docs list all of ours', async () => {
  // Metrics of Temporal's SDK appear with their first value.
  await runJourney();
  const known = namedIn(
    [...`${await metricsOf(world.apiUrl)}\n${await metricsOf(workerUrl)}`.matchAll(/^# TYPE (\S+)/gm)].join('\n'),
  );
  expect(known.length).toBeGreaterThan(20);
  known.push(...ofFailures);
  const operations = read('docs/OPERATIONS.md');
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/apex.json']) {
    const named = namedIn(read(file));
    expect(named.length).toBeGreaterThan(10);
    expect([file, named.filter((name) => !known.includes(name))]).toEqual([file, []]);
  }
  const ofOurs = (name: string): boolean => name.startsWith('apex_');
  const isDocumented = (name: string): boolean => ofOurs(name) || name.startsWith('temporal_');
  expect(namedIn(operations).filter((name) => isDocumented(name) && !known.includes(name))).toEqual([]);
  expect(known.filter((name) => ofOurs(name) && !operations.includes(`\`${name}\``))).toEqual([]);
});

test('every alert has its runbook', () => {
  const names = [...read('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)[^]*?runbook: (\S+)/g)];
  expect(names.length).toBeGreaterThan(15);
  const operations = read('docs/OPERATIONS.md');
  for (const [, name, runbook] of names) {
    expect(runbook).toBe(`docs/OPERATIONS.md#${name!.toLowerCase()}`);
    expect(operations).toContain(`\n### ${name}\n`);
  }
});

describe('the dashboard', () => {
  const dashboard = read('deploy/grafana/apex.json');

  it('is valid by Grafana’s schema', () => {
    expect(problemsOf(dashboard)).toEqual([]);
  });

  it.each([
    ['"graphTooltip": 1', '"graphTooltip": "shared"'],
    ['"collapsed": false', '"collapsed": "no"'],
    ['"schemaVersion": 42,', ''],
  ])('would not be valid with %s changed to %s', (from, to) => {
    expect(dashboard).toContain(from);
    expect(problemsOf(dashboard.replace(from, to))).not.toEqual([]);
  });

  it('has panels with unique ids that do not overlap', () => {
    interface Panel {
      id: number;
      title: string;
      gridPos: { x: number; y: number; w: number; h: number };
    }
    const { panels } = JSON.parse(dashboard) as { panels: Panel[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ title, gridPos: { x, y, w, h } }) => {
      expect([title, x + w <= 24]).toEqual([title, true]);
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
  });
});

test('a scrape has our metrics even if those of Temporal’s SDK cannot be read', async () => {
  expect(await metricsOf(workerUrl)).toMatch(/^temporal_worker_task_slots_available\{.*task_queue="email"/m);
  const exporter = Runtime.instance().options.runtimeOptions.metricsExporter as { socketAddr: string };
  const { socketAddr } = exporter;
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    exporter.socketAddr = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const metrics = await metricsOf(workerUrl);
    expect(metrics).toContain('\napex_outbox_commands ');
    expect(metrics).not.toContain('temporal_worker_task_slots_available');
  } finally {
    exporter.socketAddr = socketAddr;
    silent.close();
  }
});

/** By name: the published types and TypeScript's own types do not change between two checks. */
const sourceFiles = new Map<string, ts.SourceFile | undefined>();

/** Returns TypeScript's errors for the JSON as a dashboard of Grafana's published types. */
function problemsOf(json: string): string[] {
  const file = path.join(root, 'deploy/grafana/checked.ts');
  const text = `import type { Dashboard } from '@grafana/schema';\nexport const dashboard: Dashboard = ${json};\n`;
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.Node20,
    moduleResolution: ts.ModuleResolutionKind.Node16,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2023);
    if (!sourceFiles.has(name)) sourceFiles.set(name, getSourceFile(name, ...rest));
    return sourceFiles.get(name);
  };
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
