import { readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

export const repositoryRoot = resolve(__dirname, '../..');

/** The folders of the house, in the order of docs/ARCHITECTURE.md. A folder that does not exist yet holds no files. */
export const layers = [
  'domain',
  'operations',
  'api',
  'workflows',
  'activities',
  'context',
  'egress',
  'mail',
  'threads',
  'temporal',
  'telemetry',
  'worker',
  'tools',
  'db',
  'snippet',
  'console',
  'client',
  'dev',
  'bench',
  'test',
] as const;

/** The pages that users and developers read. */
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'client/README.md',
  ...readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`),
];

const notOurs = new Set(['node_modules', 'dist', 'build', 'coverage', '.data', 'fixtures', 'histories']);
const code = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;

/** Code files below `folder`, as paths relative to `root` with forward slashes, sorted. */
export function listCodeFiles(folder: string, root: string = repositoryRoot): string[] {
  return entriesBelow(join(root, folder))
    .filter((path) => code.test(path))
    .map((path) => relative(root, path).split(sep).join('/'))
    .sort();
}

/** Code files of every layer and those that lie at the top. */
export function listAllCodeFiles(): string[] {
  const atTop = readdirSync(repositoryRoot, { withFileTypes: true })
    .filter((entry) => entry.isFile() && code.test(entry.name))
    .map((entry) => entry.name);
  return [...atTop, ...layers.flatMap((layer) => listCodeFiles(layer))];
}

function entriesBelow(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? entriesBelow(path) : [path];
    });
}
