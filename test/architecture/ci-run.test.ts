import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './source-files';

/** Stands for npm. `FAIL` holds words of the command lines that fail; the long tests are a and b, which share the machine, c and d. */
const npm = `#!/usr/bin/env bash
report=
for argument in "$@"; do
  case $argument in
    --outputFile=*) report=\${argument#--outputFile=} ;;
    --listTests) printf '%s\\n' "$PWD/test/faults/d.test.ts" "$PWD/test/"{a,b,e2e/c}.test.ts; exit 0 ;;
  esac
done
[[ -z $SHOW || "$*" != *"$SHOW"* ]] || echo "npm $*"
for word in $FAIL; do
  if [[ "$*" == *"$word"* ]]; then
    [[ -z $CRASH ]] || echo 'PASS test/a.test.ts (5 s)'
    [[ -n $report && -z $CRASH ]] && echo '{"success":false,"numPassedTests":1,"numFailedTests":1,"numPendingTests":0,"numTodoTests":0,"testResults":[]}' >"$report"
    exit 1
  fi
done
[[ -z $report ]] || echo '{"success":true,"numPassedTests":10,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0,"testResults":[]}' >"$report"
`;

// The script is bash and Debian's; elsewhere only its counting is tested.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('.ci/run', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'apex-ci-run-'));
    mkdirSync(join(root, '.ci'));
    mkdirSync(join(root, 'bin'));
    for (const file of ['.ci/run', '.ci/count.mjs']) copyFileSync(join(repositoryRoot, file), join(root, file));
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
        PATH: `${join(root, 'bin')}:${process.env.PATH}`,
        FAIL: '',
        CRASH: '',
        SHOW: '',
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

  it.each(['b.test.ts', 'c.test.ts'])('fails with a failed long test, and runs the others: %s', (file) => {
    expect(run({ FAIL: file })).toMatchObject({ line: '31 passed, 1 failed', status: 1 });
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

  it('names the long tests for which no time is left', () => {
    const { stdout, line, status } = run({ CI_BUDGET_SECONDS: '200' });
    expect({ line, status }).toEqual({ line: '10 passed, 0 failed', status: 0 });
    expect(stdout).toContain('Not run, the time is up: test/a.test.ts\n');
  });
});
