import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './source-files';

/**
 * Replaces npm. `FAIL` holds words of the command lines that fail, and `HANG` a word of those that take too long. The
 * long tests are a and b, which share the machine, c and d. `RELATED` lists those that import what changed. A report has
 * ten tests, of the last file named.
 */
const npm = `#!/usr/bin/env bash
report= file=\${@: -1}
[[ -z $SHOW || "$*" != *"$SHOW"* ]] || echo "npm $*"
for argument in "$@"; do
  case $argument in
    --outputFile=*) report=\${argument#--outputFile=} ;;
    --findRelatedTests) printf '%s' "$RELATED"; exit 0 ;;
  esac
done
if [[ "$*" == *--listTests* && "$*" != *--findRelatedTests* ]]; then
  printf '%s\\n' "$PWD/test/faults/d.test.ts" "$PWD/test/"{a,b,e2e/c}.test.ts
  exit 0
fi
write() { # success, passed, failed, tests
  echo "{\\"success\\":$1,\\"numPassedTests\\":$2,\\"numFailedTests\\":$3,\\"numPendingTests\\":0,\\"numTodoTests\\":0,\\"testResults\\":[{\\"name\\":\\"$file\\",\\"status\\":\\"$5\\",\\"assertionResults\\":[$4]}]}" >"$report"
}
passed='{"status":"passed"}'
[[ -z $HANG || "$*" != *"$HANG"* || -z $report ]] || exec sleep 30
for word in $FAIL; do
  if [[ "$*" == *"$word"* ]]; then
    [[ -z $CRASH ]] || echo 'PASS test/a.test.ts (5 s)'
    [[ -z $report || -n $CRASH ]] ||
      write false 1 1 "$passed,{\\"status\\":\\"failed\\",\\"fullName\\":\\"waits\\",\\"failureMessages\\":[\\"It did not wait.\\"]}" failed
    exit 1
  fi
done
[[ -z $report ]] || write true 10 0 "$passed\$(printf ",$passed%.0s" {1..9})" passed
`;

// The script is bash and Debian's; elsewhere only its counting is tested.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('.ci/run', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'apex-ci-run-'));
    mkdirSync(join(root, '.ci'));
    mkdirSync(join(root, 'bin'));
    for (const file of ['run', 'count.mjs', 'failed-files.mjs'])
      copyFileSync(join(repositoryRoot, '.ci', file), join(root, '.ci', file));
    const scripts = { 'check:format': '', 'check:lint': '', 'test:long': '' };
    writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }));
    writeFileSync(join(root, 'jest.long.config.cjs'), '');
    writeFileSync(join(root, 'bin/npm'), npm, { mode: 0o755 });
    for (const tool of ['chromium', 'python3', 'apt-get']) {
      writeFileSync(join(root, 'bin', tool), '#!/bin/sh\n', { mode: 0o755 });
    }
  });

  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function run(settings: Record<string, string> = {}) {
    const { stdout, status } = spawnSync('bash', [join(root, '.ci/run')], {
      encoding: 'utf8',
      env: {
        ...process.env,
        // Settings of the run that this test is part of.
        CI_BASE: '',
        CI_FULL: '',
        PATH: `${join(root, 'bin')}:${process.env.PATH}`,
        FAIL: '',
        CRASH: '',
        HANG: '',
        SHOW: '',
        RELATED: '',
        ...settings,
      },
    });
    return { stdout, line: stdout.trimEnd().split('\n').at(-1), status };
  }

  it('closes with the counts of both runs', () => {
    expect(run()).toMatchObject({ line: '40 passed, 0 failed', status: 0 });
  });

  it('fails with a failed check, runs the tests all the same, and says which check', () => {
    const { stdout, line, status } = run({ FAIL: 'check:format' });
    expect({ line, status }).toEqual({ line: '40 passed, 0 failed', status: 1 });
    expect(stdout).toContain('Failed: npm run check:format\n');
  });

  it('fails with a failed test', () => {
    expect(run({ FAIL: 'tests.json' })).toMatchObject({ line: '31 passed, 1 failed', status: 1 });
  });

  it('fails when jest ends without a report, and names the files that had not ended', () => {
    const { stdout, line, status } = run({ FAIL: 'tests.json', CRASH: '1' });
    expect({ line, status }).toEqual({ line: '30 passed, 1 failed', status: 1 });
    expect(stdout.match(/^Not ended: .*$/gm)).toEqual(
      ['faults/d', 'b', 'e2e/c'].map((file) => `Not ended: test/${file}.test.ts`),
    );
  });

  it.each(['b.test.ts', 'e2e/c.test.ts'])(
    'fails with a long test that fails twice, and runs the others: %s',
    (file) => {
      const { stdout, line, status } = run({ FAIL: file });
      expect({ line, status }).toEqual({ line: '31 passed, 1 failed', status: 1 });
      expect(stdout).toContain(`Failed: test/${file}\n`);
      expect(stdout).not.toContain('flaky:');
    },
  );

  it.each([
    ['test/b.test.ts', 'together.json'],
    ['test/e2e/c.test.ts', 'alone-1.json'],
  ])('passes with a long test that fails once, and names it with its first failure: %s', (file, report) => {
    const { stdout, line, status } = run({ FAIL: report });
    expect({ line, status }).toEqual({ line: '40 passed, 0 failed', status: 0 });
    expect(stdout).toContain(`flaky: ${file}\n  waits\n  It did not wait.\n`);
  });

  it('runs every file of a run again that ended without a report', () => {
    const { stdout, line, status } = run({ FAIL: 'together.json', CRASH: '1' });
    expect({ line, status }).toEqual({ line: '50 passed, 0 failed', status: 0 });
    expect(stdout.match(/^flaky: .*$/gm)).toEqual(['flaky: test/a.test.ts', 'flaky: test/b.test.ts']);
  });

  it('does not repeat npm test', () => {
    const { stdout } = run({ FAIL: 'tests.json', SHOW: 'tests.json' });
    expect(stdout.match(/^npm test /gm)).toHaveLength(1);
  });

  it('runs long tests that share the machine together, and each of the others by itself', () => {
    const { stdout } = run({ SHOW: 'runTestsByPath' });
    const files = [...stdout.matchAll(/--runTestsByPath (.*)$/gm)].map(([, paths]) =>
      paths?.replaceAll(`${root}/test/`, ''),
    );
    expect(files).toEqual(['a.test.ts b.test.ts', 'e2e/c.test.ts', 'faults/d.test.ts']);
  });

  it('fails when npm ci fails, and runs nothing', () => {
    expect(run({ FAIL: 'ci' })).toMatchObject({ line: '0 passed, 1 failed', status: 1 });
  });

  describe('with another Node in .nvmrc', () => {
    beforeAll(() => writeFileSync(join(root, '.nvmrc'), '99\n'));
    afterAll(() => rmSync(join(root, '.nvmrc')));

    it('runs the tests on that, too', () => {
      const { stdout, line, status } = run();
      expect({ line, status }).toEqual({ line: '50 passed, 0 failed', status: 0 });
      expect(stdout).toContain('=== npm test on the Node of the image');
    });

    it('fails with a test that fails there alone', () => {
      const { stdout, line, status } = run({ FAIL: 'image-node.json' });
      expect({ line, status }).toEqual({ line: '41 passed, 1 failed', status: 1 });
      expect(stdout).toContain('Failed: npm test on Node 99\n');
    });

    it('fails when it cannot be installed', () => {
      const { stdout, line, status } = run({ FAIL: 'node@99' });
      expect({ line, status }).toEqual({ line: '40 passed, 0 failed', status: 1 });
      expect(stdout).toContain('Failed: npm install node@99\n');
    });

    it('says so when no time is left for it', () => {
      expect(run({ CI_BUDGET_SECONDS: '200' }).stdout).toContain('Not run, the time is up: npm test on Node 99\n');
    });
  });

  describe('in a git checkout', () => {
    const git = (...options: string[]) =>
      spawnSync('git', ['-c', 'user.name=Apex', '-c', 'user.email=apex@example.com', ...options], { cwd: root });
    const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'Change');
    const filesRun = (stdout: string) => [...stdout.matchAll(/^--- test\/(.*)\.test\.ts/gm)].map(([, file]) => file);

    beforeAll(() => {
      for (const [file, text] of [
        ['a', ''],
        ['b', ''],
        ['e2e/c', "import '../../worker/outbox';"],
        ['faults/d', ''],
      ] as const) {
        mkdirSync(join(root, 'test', file, '..'), { recursive: true });
        writeFileSync(join(root, `test/${file}.test.ts`), text);
      }
      mkdirSync(join(root, 'worker'));
      writeFileSync(join(root, 'worker/outbox.ts'), '');
      git('init', '--quiet');
      git('add', '.');
      commit();
    });
    afterAll(() => rmSync(join(root, '.git'), { recursive: true }));

    it('runs a third of the long tests at a time, and all of them in three submissions', () => {
      const thirds = [0, 1, 2].map(() => {
        commit();
        return filesRun(run({ CI_BASE: 'HEAD' }).stdout);
      });
      expect(thirds.map(({ length }) => length).sort()).toEqual([1, 1, 2]);
      expect(thirds.flat().sort()).toEqual(['a', 'b', 'e2e/c', 'faults/d']);
      expect(filesRun(run({ CI_BASE: 'HEAD', CI_FULL: '1' }).stdout)).toHaveLength(4);
    });

    it('runs the long tests that name or import what changed, in every submission', () => {
      writeFileSync(join(root, 'worker/outbox.ts'), '// changed');
      const related = `${root}/test/faults/d.test.ts\n`;
      for (let commits = 0; commits < 3; commits += 1) {
        commit();
        expect(filesRun(run({ CI_BASE: 'HEAD', RELATED: related }).stdout)).toEqual(
          expect.arrayContaining(['e2e/c', 'faults/d']),
        );
      }
      git('checkout', '--quiet', 'worker/outbox.ts');
    });

    it('names the files that only import what changed once the time it aims at has passed', () => {
      const related = ['test/a', 'test/b', 'test/e2e/c', 'test/faults/d'].map((file) => `${root}/${file}.test.ts\n`);
      writeFileSync(join(root, 'worker/outbox.ts'), '// changed');
      const { stdout } = run({ CI_BASE: 'HEAD', RELATED: related.join(''), CI_AIM_SECONDS: '0' });
      const left = [...stdout.matchAll(/^Left for another run: test\/(.*)\.test\.ts$/gm)].map(([, file]) => file);
      expect(left).not.toHaveLength(0);
      expect([...left, ...filesRun(stdout)].sort()).toEqual(['a', 'b', 'e2e/c', 'faults/d']);
      git('checkout', '--quiet', 'worker/outbox.ts');
    });

    it('runs the tests on the Node of the image once in three runs, and if dependencies changed', () => {
      writeFileSync(join(root, '.nvmrc'), '99\n');
      const ranOnImageNode = () => !run({ CI_BASE: 'HEAD' }).stdout.includes('Not this time: npm test on Node 99');
      const thirds = [0, 1, 2].map(() => {
        commit();
        return ranOnImageNode();
      });
      expect(thirds.filter(Boolean)).toHaveLength(1);
      writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { 'test:long': '' } }));
      for (let commits = 0; commits < 2; commits += 1) {
        commit();
        expect(ranOnImageNode()).toBe(true);
      }
      git('checkout', '--quiet', 'package.json');
      rmSync(join(root, '.nvmrc'));
    });
  });

  it('names a long test that had too little time to finish, and does not count it as failed', () => {
    const { stdout, status } = run({ HANG: 'e2e/c.test', CI_BUDGET_SECONDS: '70', CI_LONG_FILE_SECONDS: '1' });
    expect(stdout).toContain('Not finished, the time is up: test/e2e/c.test.ts');
    expect(stdout).not.toContain('Failed:');
    expect(status).toBe(0);
  });

  it('names the long tests for which no time is left', () => {
    const { stdout, line, status } = run({ CI_BUDGET_SECONDS: '200' });
    expect({ line, status }).toEqual({ line: '10 passed, 0 failed', status: 0 });
    expect(stdout).toContain('Not run, the time is up: test/a.test.ts\n');
  });
});
