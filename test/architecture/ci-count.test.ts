import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './source-files';

const passing = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

describe('.ci/count.mjs', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'apex-ci-count-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function count(...reports: (object | string | undefined)[]) {
    const files = reports.map((report, index) => {
      if (report === '--repeated') return report;
      const file = join(folder, `${index}.json`);
      rmSync(file, { force: true });
      if (report !== undefined) writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
      return file;
    });
    const { stdout, status } = spawnSync(process.execPath, [join(repositoryRoot, '.ci/count.mjs'), ...files], {
      encoding: 'utf8',
    });
    return { line: stdout.trimEnd().split('\n').at(-1), status };
  }

  it('adds up the reports', () => {
    expect(count(passing, { ...passing, numPassedTests: 4 })).toEqual({ line: '7 passed, 0 failed', status: 0 });
  });

  it('names skipped tests when there are some', () => {
    const report = { ...passing, numPendingTests: 2, numTodoTests: 1 };
    expect(count(passing, report)).toEqual({ line: '6 passed, 0 failed, 3 skipped', status: 0 });
  });

  it('fails with a failed test', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
    const report = { ...passing, success: false, numFailedTests: 2, testResults };
    expect(count(report, passing)).toEqual({ line: '6 passed, 2 failed', status: 1 });
  });

  it('counts a file that did not run as one failure', () => {
    const report = { ...passing, success: false, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(count(report)).toEqual({ line: '3 passed, 1 failed', status: 1 });
  });

  it('counts a run that failed with every test passed', () => {
    expect(count({ ...passing, success: false })).toEqual({ line: '3 passed, 1 failed', status: 1 });
  });

  it.each([
    ['missing', undefined],
    ['cut off', '{"numPassedTests": 3,'],
    ['without counts', {}],
  ])('counts a report that is %s as one failure', (_, report) => {
    expect(count(passing, report)).toEqual({ line: '3 passed, 1 failed', status: 1 });
  });

  describe('of files that ran twice', () => {
    const file = (name: string, ...statuses: string[]) => ({
      name,
      status: statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status) => ({ status })),
    });
    const report = (...testResults: ReturnType<typeof file>[]) => {
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
      const number = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
      return {
        success: number('failed') === 0,
        numPassedTests: number('passed'),
        numFailedTests: number('failed'),
        numPendingTests: number('pending'),
        numTodoTests: 0,
        testResults,
      };
    };
    const first = report(file('a', 'passed', 'failed', 'pending'), file('b', 'passed', 'passed'));

    it('counts the last run alone', () => {
      expect(count(passing, '--repeated', first, report(file('a', 'passed', 'passed', 'pending')))).toEqual({
        line: '7 passed, 0 failed, 1 skipped',
        status: 0,
      });
    });

    it('fails when a file fails twice', () => {
      expect(count('--repeated', first, report(file('a', 'passed', 'failed', 'pending')))).toEqual({
        line: '3 passed, 1 failed, 1 skipped',
        status: 1,
      });
    });

    it('counts a file in two runs that are both wanted twice', () => {
      expect(count(first, report(file('a', 'passed', 'passed', 'pending')))).toMatchObject({ status: 1 });
    });

    it('counts a second run without a report as one failure', () => {
      expect(count('--repeated', first, undefined)).toMatchObject({ status: 1 });
    });
  });

  it('fails when no test ran', () => {
    expect(count({ ...passing, numPassedTests: 0 }).status).toBe(1);
    expect(count()).toEqual({ line: '0 passed, 0 failed', status: 1 });
  });
});
