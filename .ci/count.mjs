// Adds up the counts of jest's --json reports: `node .ci/count.mjs report.json … [--repeated report.json …]` prints `N
// passed, N failed` (and `, N skipped`). A missing or broken report counts as one failure, as does a test file that did
// not run. After --repeated, only the last report that contains a test file counts for that file. Exits with 1 if
// anything failed or nothing passed.
import { readFileSync } from 'node:fs';

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
    const counts = [numPassedTests, numFailedTests, numPendingTests, numTodoTests];
    if (!counts.every(Number.isInteger)) throw new Error('it has no counts');
    return report;
  } catch (error) {
    console.log(`${file} is not the report of a finished test run: ${error.message}`);
    return null;
  }
}

function countReport(report) {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(didNotRun).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  // jest can fail although every test passed: an unhandled rejection, a coverage threshold, a failed teardown.
  if (report.success === false && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Checks whether a file failed without a failed test: a syntax error, a failed import, a crashed worker. */
const didNotRun = (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');

/** Returns the report without the files that a later report contains. */
function withoutFiles(report, later) {
  const isRepeated = ({ name }) => later.has(name);
  const dropped = report.testResults.filter(isRepeated);
  if (dropped.length === 0) return report;
  const testResults = report.testResults.filter((file) => !isRepeated(file));
  const tests = (...statuses) =>
    dropped.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  return {
    success: testResults.every(({ status }) => status !== 'failed'),
    numPassedTests: report.numPassedTests - tests('passed'),
    numFailedTests: report.numFailedTests - tests('failed'),
    numPendingTests: report.numPendingTests - tests('pending', 'skipped'),
    numTodoTests: report.numTodoTests - tests('todo'),
    testResults,
  };
}

/** Keeps only the last result of each file that ran more than once. */
function lastRuns(reports) {
  const later = new Set();
  return reports.toReversed().map((report) => {
    if (report === null) return null;
    const kept = withoutFiles(report, later);
    for (const { name } of report.testResults) later.add(name);
    return kept;
  });
}

const files = process.argv.slice(2);
const mark = files.indexOf('--repeated');
const once = (mark < 0 ? files : files.slice(0, mark)).map(readReport);
const repeated = lastRuns((mark < 0 ? [] : files.slice(mark + 1)).map(readReport));

const total = { passed: 0, failed: 0, skipped: 0 };
for (const report of [...once, ...repeated]) {
  const counts = countReport(report);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

if (total.passed + total.failed === 0) console.log('No test ran.');
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
