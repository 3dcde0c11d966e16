import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '../errors';
import { unreadableRow } from './parse-rows';
import { maxImportRows, metricsRow } from './schemas';

const columns = Object.keys(metricsRow.shape);
const required = ['date', 'campaign', 'spend'];
/** Characters. Longer ones are of no row that is taken: a campaign's name has 300 at most. */
const longestRow = 10_000;
const texts = new Set(['date', 'campaign', 'currency']);

/**
 * The rows of a CSV text as the JSON form has them: a header names the columns, in any order and case. A number is left as text
 * when it is none, and a row with too many or too few fields says so in its place, so that each is refused by itself.
 * @throws AppError VALIDATION_ERROR when the header or the quoting is wrong, and when there is nothing below the header
 */
export function readCsvRows(text: string): { rows: unknown[] } {
  const [header, ...records] = parseCsv(text);
  if (header === undefined) throw invalid('The CSV has no header row: begin with "date,campaign,spend".');
  const names = header.map((name) => name.trim().toLowerCase());
  checkHeader(names);
  if (records.length === 0) throw invalid('The CSV has no row below its header.');
  return { rows: records.map((record) => rowOf(names, record)) };
}

function parseCsv(text: string): string[][] {
  assertShortLines(text);
  try {
    return parse(text, {
      bom: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: longestRow,
      // The header, and one row more than is taken, so that too many are reported as such.
      to: maxImportRows + 2,
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`The CSV cannot be read: ${error.message}.`);
    throw error;
  }
}

/** A line of empty fields has no length that the parser would count. */
function assertShortLines(text: string): void {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const next = end === -1 ? text.length : end + 1;
    if (next - from > longestRow) {
      throw invalid(`The CSV cannot be read: a line has more than ${longestRow} characters.`);
    }
    from = next;
  }
}

function checkHeader(names: readonly string[]): void {
  const unknown = names.filter((name) => !columns.includes(name));
  const missing = required.filter((name) => !names.includes(name));
  const isTwice = new Set(names).size < names.length;
  if (unknown.length === 0 && missing.length === 0 && !isTwice) return;
  const problems = [
    ...(unknown.length > 0
      ? [
          `it does not know ${unknown
            .map((name) => `"${name.slice(0, 50)}"`)
            .slice(0, 20)
            .join(', ')}`,
        ]
      : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} is missing`] : []),
    ...(isTwice ? ['a column comes twice'] : []),
  ];
  throw invalid(`The header of the CSV is not right: ${problems.join('; ')}. The columns are ${columns.join(', ')}.`);
}

function rowOf(names: readonly string[], record: readonly string[]): unknown {
  if (record.length !== names.length) {
    return unreadableRow(`has ${record.length} fields, and the header ${names.length}`);
  }
  // Without a prototype, whatever the columns are called. An empty field is one that is left out.
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const field = record[index] ?? '';
      return field === '' ? [] : [[name, texts.has(name) ? field : numberOr(field)]];
    }),
  );
}

const numberOr = (field: string): number | string => (/^-?\d+(\.\d+)?$/.test(field) ? Number(field) : field);
