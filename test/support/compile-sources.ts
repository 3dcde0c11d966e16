import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { listCodeFiles, repositoryRoot } from '../architecture/source-files';

const folders = [
  ...[
    'activities',
    'api',
    'client',
    'db',
    'dev',
    'domain',
    'egress',
    'context',
    'mail',
    'tools',
    'operations',
    'temporal',
    'telemetry',
    'threads',
  ],
  ...['worker', 'workflows', 'test/support'],
];
const filesOfRoot = ['config.ts', 'logging.ts', 'logging-metrics.ts'];

/**
 * Compiles the service's sources into a folder, once for all processes of a test run (compiled-sources.cjs). Each file
 * is compiled separately, so that its imports still load other files.
 */
export async function compileSources(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'code'), { recursive: true });
  const files = [...filesOfRoot, ...folders.flatMap((name) => listCodeFiles(name))];
  await Promise.all(files.filter((file) => file.endsWith('.ts')).map((file) => compileFile(file, folder)));
}

async function compileFile(file: string, folder: string): Promise<void> {
  const sourcefile = path.join(repositoryRoot, file);
  const { code } = await transform(await readFile(sourcefile, 'utf8'), {
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcefile,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  const compiled = path.join(folder, `${file}.js`);
  mkdirSync(path.dirname(compiled), { recursive: true });
  await writeFile(compiled, code);
}
