// `node .ci/failed-files.mjs report.json folder FILE…` prints a line for each test file that failed: its path, a tab,
// and the path of a file in the folder with the message of its first failure. FILE… are the files of the run. If the
// report names no failed file, it prints all of them, because any of them may have failed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const [reportFile, folder, ...files] = process.argv.slice(2);
const longestMessage = 2_000;

function failedResults() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')).testResults.filter(({ status }) => status === 'failed');
  } catch {
    return [];
  }
}

function messageOf({ message, assertionResults }) {
  const failed = assertionResults.find(({ status }) => status === 'failed');
  return failed === undefined ? message : `${failed.fullName}\n${failed.failureMessages[0]}`;
}

// jest can fail although every file passed, for example after an unhandled rejection. It then does not name the file.
const results = failedResults();
const failures =
  results.length > 0
    ? results.map((result) => ({ file: result.name, message: messageOf(result) }))
    : files.map((file) => ({ file, message: 'jest failed without a report of a file that failed.' }));

mkdirSync(folder, { recursive: true });
for (const { file, message } of failures) {
  const note = join(folder, basename(file));
  writeFileSync(note, `${stripVTControlCharacters(message).slice(0, longestMessage).trimEnd()}\n`);
  console.log(`${file}\t${note}`);
}
