// Sums up jest's --json reports: `node .ci/count.mjs report.json …` prints `N passed, N failed` (and `, N skipped`).
// A report that is missing or broken, and a test file that did not run, count as one failure each.
// Exits 1 when anything failed or nothing passed.
import { readFileSync } from 'node:fs';

function countReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const counts = {
      passed: report.numPassedTests,
      failed: report.numFailedTests + filesThatDidNotRun(report),
      skipped: report.numPendingTests + report.numTodoTests,
    };
    if (!Object.values(counts).every(Number.isInteger)) throw new Error('it has no counts');
    // jest can fail with every test passed: an unhandled rejection, a coverage threshold, a failed teardown.
    if (report.success === false && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch (error) {
    console.log(`${file} is no report of a finished test run: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Files that failed with no failed test of their own: a syntax error, a failed import, a crashed worker. */
function filesThatDidNotRun(report) {
  return report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const counts = countReport(file);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

if (total.passed + total.failed === 0) console.log('No test ran.');
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
