import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '../errors';
import { unreadableRow } from './parse-rows';
import { maxImportRows, metricsRow } from './schemas';

const columns = Object.keys(metricsRow.shape);
const required = ['date', 'campaign', 'spend'];
/** Maximum characters per row. No valid row is longer: a campaign's name has 300 at most. */
const longestRow = 10_000;
const texts = new Set(['date', 'campaign', 'currency']);

/**
 * Returns the rows of a CSV text in the shape of the JSON form. A header names the columns, in any order and case. A
 * value that is not a number stays text, and a row with the wrong number of fields is replaced by its error, so that
 * each row is rejected separately.
 * @throws AppError VALIDATION_ERROR if the header or the quoting is invalid, and if there are no rows below the header
 */
export function readCsvRows(text: string): { rows: unknown[] } {
  const [header, ...records] = parseCsv(text);
  if (header === undefined) throw invalid('The CSV has no header row. Start with "date,campaign,spend".');
  const names = header.map((name) => name.trim().toLowerCase());
  checkHeader(names);
  if (records.length === 0) throw invalid('The CSV has no rows after the header.');
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
      // The header, and one row more than allowed, so that an import with too many rows is reported as such.
      to: maxImportRows + 2,
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`The CSV cannot be read: ${error.message}.`);
    throw error;
  }
}

/** Limits the length of lines. The parser does not count the length of lines with only empty fields. */
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
          `unknown columns: ${unknown
            .map((name) => `"${name.slice(0, 50)}"`)
            .slice(0, 20)
            .join(', ')}`,
        ]
      : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} is missing`] : []),
    ...(isTwice ? ['a column appears twice'] : []),
  ];
  throw invalid(`The CSV header is not valid: ${problems.join('; ')}. The columns are ${columns.join(', ')}.`);
}

function rowOf(names: readonly string[], record: readonly string[]): unknown {
  if (record.length !== names.length) {
    return unreadableRow(`has ${record.length} fields, but the header has ${names.length}`);
  }
  // Create objects without a prototype, for any column name. An empty field counts as missing.
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const field = record[index] ?? '';
      return field === '' ? [] : [[name, texts.has(name) ? field : numberOr(field)]];
    }),
  );
}

const numberOr = (field: string): number | string => (/^-?\d+(\.\d+)?$/.test(field) ? Number(field) : field);
