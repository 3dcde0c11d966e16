import path from 'node:path';
import { pairs, type Fault, type Part } from './faulty-stack';
import { kindsOfWork } from './works-under-fault';

export const guaranteesPath = path.resolve(__dirname, '../../docs/GUARANTEES.md');

/** The responses to callers during a fault. */
export interface Outcome {
  part: Part;
  fault: Fault;
  /** Counts by status; `none` for a request without a response. */
  responses: readonly (readonly [status: string, count: number])[];
  /** From the first request until everything was done. */
  seconds: number;
}

const fixed = `# Guarantees

What Apex guarantees when a part fails. \`test/faults/fault-matrix.test.ts\` checks this page: it causes each fault below on real
processes while all kinds of work are in progress, and then checks each promise. The same test writes this page:

\`\`\`sh
WRITE_GUARANTEES=1 npm run test:long -- fault-matrix
\`\`\`

The guarantees assume that clients retry. After no response or a 503, repeat the request with the same \`messageId\` or
\`Idempotency-Key\`.

The faults:

- **Killed**: the process ends immediately (SIGKILL) and a new one replaces it. For the email provider, connections break and new
  ones are refused.
- **Frozen**: the process accepts connections but does not respond (SIGSTOP). For the email provider, requests stay unanswered.
- **Slow**: all traffic to and from the part is delayed by 100 ms.
- **Refusing**: connections break and new ones are reset. The email provider responds with 429.
- **Failing**: the email provider responds with 503.
`;

/** Pads columns to their widest cell, as the formatter does. */
function table(...rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** The promises for each kind of work. */
export const promisesTable = table(
  ['Work', 'Faults not in the next column', 'Email provider fails, or API or worker is killed'],
  ...kindsOfWork.map(({ name, promise, promiseIfUnknown = 'The same' }) => [name, promise, promiseIfUnknown]),
);

/** Builds the page from the outcomes of one run. @throws if an outcome is missing */
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

## Results

Each combination of part and fault, in one run. \`none\` means that the connection broke without a response. The last column is the
time until all work was done, including up to 5 s of the fault.

${table(['Part', 'Fault', 'Promises', 'Responses', 'Done within'], ...seen)}
`;
}
