import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '../../dev/child';
import { findFreePort } from '../../dev/free-port';
import { findProgram } from './find-program';
import { waitFor } from './wait-for';

/** A Prometheus that scrapes a service once a second and evaluates its alerts as often. */
export interface Prometheus {
  /** Returns the names of the firing alerts. */
  firing(): Promise<string[]>;
  /** Returns how many targets of a job responded to the last scrape. */
  up(job: string): Promise<number>;
  /** Returns the time of the last alert evaluation, in milliseconds since 1970. */
  evaluatedAt(): Promise<number>;
  stop(): Promise<void>;
}

/** Finds the program: PROMETHEUS_PATH, or on PATH. Null if it is not installed. */
export const findPrometheus = (): string | null => findProgram('prometheus', { given: process.env['PROMETHEUS_PATH'] });

/**
 * @param rules alert rules, which fire immediately and have windows of some seconds here
 * @param targets `host:port` by job
 */
export async function startPrometheus(
  program: string,
  rules: string,
  targets: Readonly<Record<string, string[]>>,
): Promise<Prometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-prometheus-'));
  const port = await findFreePort(0);
  const jobs = Object.entries(targets).map(([job, of]) => ({ job_name: job, static_configs: [{ targets: of }] }));
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: jobs,
  };
  // JSON is YAML.
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
  writeFileSync(path.join(folder, 'alerts.yml'), quickened(rules));
  const child = startChild({
    name: 'prometheus',
    command: program,
    args: [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    cwd: folder,
    env: process.env,
    logFile: path.join(folder, 'output.log'),
    graceMs: 5_000,
  });
  const query = async <Data>(route: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${route}`);
    return ((await response.json()) as { data: Data }).data;
  };
  await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok, { what: 'Prometheus' });
  return {
    async firing() {
      const { alerts } = await query<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    async up(job) {
      const { result } = await query<{ result: { value: [number, string] }[] }>(`query?query=sum(up{job="${job}"})`);
      return Number(result[0]?.value[1] ?? 0);
    },
    async evaluatedAt() {
      const { groups } = await query<{ groups: { lastEvaluation: string }[] }>('rules');
      return Date.parse(groups[0]?.lastEvaluation ?? '');
    },
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const quickened = (rules: string): string => rules.replace(/^ +for: .*\n/gm, '').replace(/\[\d+[smhd]\]/g, '[20s]');
