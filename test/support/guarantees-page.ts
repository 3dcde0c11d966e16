import path from 'node:path';
import { pairs, type Fault, type Part } from './faulty-stack';
import { kindsOfWork } from './works-under-fault';

export const guaranteesPath = path.resolve(__dirname, '../../docs/GUARANTEES.md');

/** What callers saw of a fault. */
export interface Outcome {
  part: Part;
  fault: Fault;
  /** Statuses, `none` for a request without an answer, with how often. */
  responses: readonly (readonly [status: string, count: number])[];
  /** From the first request until everything was done. */
  seconds: number;
}

const fixed = `# Guarantees

What the service promises of each thing it does, whatever fails meanwhile. \`test/faults/fault-matrix.test.ts\` makes every fault below
while all of it is under way, on real processes, and looks at each promise afterwards; the page is written by a run of it:

\`\`\`sh
WRITE_GUARANTEES=1 npm run test:long -- fault-matrix
\`\`\`

Callers do as clients should: they repeat a request that was not answered, or answered 503, under the same \`messageId\` or
\`Idempotency-Key\`.

- **Killed**: the process ends at once (SIGKILL), and another starts at its place. Of the email provider: connections break, and none is
  taken.
- **Frozen**: it keeps its connections, takes new ones, and says nothing (SIGSTOP; of the email provider: bytes that wait).
- **Slow**: whatever goes to it or comes from it is 100 ms late.
- **Refusing**: its connections break and new ones are reset. The email provider answers 429.
- **Failing**: the email provider answers 503.
`;

/** Columns as wide as their widest cell, as the formatter has them. */
function table(...rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** What is promised of everything, whatever fails. */
export const promisesTable = table(
  ['What', 'Whatever fails', 'The email provider fails, or the API or the worker is killed'],
  ...kindsOfWork.map(({ name, promise, promiseIfUnknown = 'The same' }) => [name, promise, promiseIfUnknown]),
);

/** The page of guarantees, with what one run saw. @throws when an outcome is missing */
export function guaranteesPage(outcomes: readonly Outcome[]): string {
  const seen = pairs.map(([part, fault]) => {
    const outcome = outcomes.find((one) => one.part === part && one.fault === fault);
    if (outcome === undefined) throw new Error(`There is no outcome of ${part}, ${fault}.`);
    const responses = outcome.responses.map(([status, count]) => `${count} × ${status}`).join(', ');
    return [part, fault, 'Kept', responses, `${outcome.seconds.toFixed(0)} s`];
  });
  return `${fixed}
## Promises

${promisesTable}

## Seen

Every pair of part and fault, in one run: whether all promises were kept, what callers were answered (\`none\`: the connection broke), and
how long it took until all was done, of which the fault lasted up to 5 s.

${table(['Part', 'Fault', 'Promises', 'Answers', 'Done within'], ...seen)}
`;
}
