import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allowedImports, forbiddenImports, stubPackages } from './import-cases';
import { layers, listCodeFiles, repositoryRoot } from './source-files';

interface Dependency {
  resolved: string;
  dependencyTypes: string[];
}

interface CruiseResult {
  modules: { source: string; dependencies: Dependency[] }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

const cruiser = join(repositoryRoot, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const rulesFile = '.dependency-cruiser.cjs';

/**
 * What `npm run check:imports` gives its program: where it has run on the same files, this takes what it has kept of them. Reading them
 * anew takes some seconds.
 */
function argumentsOfCheck(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    scripts: Record<'check:imports', string>;
  };
  return scripts['check:imports'].replace(/^depcruise /, '').split(' ');
}

/** Runs the command line, because jest cannot import an ES module. With violations it exits non-zero and still answers. */
function cruise(root: string, words: string[]): CruiseResult {
  try {
    return JSON.parse(
      execFileSync(process.execPath, [cruiser, '--output-type', 'json', ...words], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    ) as CruiseResult;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (stdout !== undefined && stdout.startsWith('{')) return JSON.parse(stdout) as CruiseResult;
    throw new Error(`dependency-cruiser did not answer: ${stderr ?? String(error)}`, { cause: error });
  }
}

describe('the import rules of this repository', () => {
  const filled = layers.filter((layer) => listCodeFiles(layer).length > 0);
  let result: CruiseResult;

  beforeAll(() => {
    result = cruise(repositoryRoot, argumentsOfCheck());
  });

  it('hold', () => {
    const violations = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
    expect(violations).toEqual([]);
  });

  it.each(filled)('were checked on every file of %s', (layer) => {
    const seen = new Set(result.modules.map((module) => module.source));
    expect(listCodeFiles(layer).filter((file) => !seen.has(file))).toEqual([]);
  });

  it('were checked on the layers that make the service', () => {
    expect(filled).toEqual(expect.arrayContaining(['domain', 'api', 'workflows', 'activities', 'worker', 'db']));
  });

  it('keep zod, Node and other layers out of everything that a workflow loads', () => {
    const loaded = loadedBy(result, (source) => source.startsWith('workflows/'));
    const outside = [...loaded].filter(
      (source) => !/^(workflows|domain)\//.test(source) && !/node_modules\/(@temporalio|luxon)\//.test(source),
    );
    expect(outside).toEqual([]);
    expect([...loaded].filter((source) => /\/schemas?\.ts$/.test(source))).toEqual([]);
  });
});

describe('the import rules themselves', () => {
  let root: string;
  let found: string[];

  beforeAll(() => {
    // realpath: dependency-cruiser resolves links, and the temporary folder of some systems is one.
    root = realpathSync(mkdtempSync(join(tmpdir(), 'apex-import-rules-')));
    for (const file of [rulesFile, 'tsconfig.json', 'package.json']) {
      copyFileSync(join(repositoryRoot, file), join(root, file));
    }
    writeTree(root, stubPackages);
    writeTree(root, { ...allowedImports, ...Object.assign({}, ...forbiddenImports.map(({ files }) => files)) });
    const folders = layers.filter((layer) => listCodeFiles(layer, root).length > 0);
    const files = ['config.ts', 'logging-metrics.ts', ...folders];
    const { violations } = cruise(root, ['--no-cache', '--config', rulesFile, ...files]).summary;
    found = violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  });

  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it.each(forbiddenImports)('$rule fires on $from', ({ rule, from }) => {
    expect(found).toContain(`${rule}: ${from}`);
  });

  it('let pass what the table of imports allows', () => {
    const broken = new Set(forbiddenImports.map(({ from }) => from));
    const allowed = Object.keys(allowedImports).filter((file) => !broken.has(file));
    expect(found.filter((violation) => allowed.some((file) => violation.endsWith(`: ${file}`)))).toEqual([]);
  });

  it('are each shown to fire', () => {
    const rules = jest.requireActual<{ forbidden: { name: string }[] }>(join(repositoryRoot, rulesFile)).forbidden;
    const shown = new Set(forbiddenImports.map(({ rule }) => rule));
    expect(rules.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});

/** Everything reachable over imports that are still there after compilation. */
function loadedBy(result: CruiseResult, starts: (source: string) => boolean): Set<string> {
  const dependencies = new Map(result.modules.map((module) => [module.source, module.dependencies]));
  const loaded = new Set([...dependencies.keys()].filter(starts));
  for (const source of loaded) {
    for (const { resolved, dependencyTypes } of dependencies.get(source) ?? []) {
      if (!dependencyTypes.includes('type-only')) loaded.add(resolved);
    }
  }
  return loaded;
}

function writeTree(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
