import { invalid } from '../../errors';

/** Which column of a file is which field of a person. */

const plainFields = ['email', 'id', 'timezone', 'locale', 'consent.marketing', 'consent.source'] as const;
const attributeStart = 'attributes.';
const mostAttributeName = 200;

/** Fields by header: `{ "E-Mail": "email", "Plan": "attributes.plan" }`. Other columns are not imported. */
export type Columns = Readonly<Record<string, string>>;

/**
 * Checks a mapping against the headers of a file. Without a mapping, a header that is the name of a field is that field, and
 * any other is an attribute with its name.
 * @param isConsentStated whether the consent of all rows is stated
 * @returns the field of each header; undefined for a column that is not imported
 * @throws AppError VALIDATION_ERROR
 */
export function planColumns(
  headers: readonly string[],
  columns: Columns | undefined,
  isConsentStated: boolean,
): (string | undefined)[] {
  const fields = headers.map((header) => (columns === undefined ? usualField(header) : columns[header]));
  const problems = [...mappingProblems(headers, columns ?? {}), ...fieldProblems(fields, isConsentStated)];
  if (problems.length > 0) throw invalid('The columns cannot be imported.', problems);
  return fields;
}

function usualField(header: string): string | undefined {
  const name = header.trim();
  if (name === '') return undefined;
  const plain = plainFields.find((field) => field === name.toLowerCase());
  return plain ?? (name.startsWith(attributeStart) ? name : attributeStart + name);
}

interface Problem {
  path: string;
  message: string;
}

function mappingProblems(headers: readonly string[], columns: Columns): Problem[] {
  return Object.entries(columns).flatMap(([header, field]) => {
    const path = `columns.${header}`;
    if (!headers.includes(header)) return [{ path, message: 'is not a column of the file' }];
    if (isField(field)) return [];
    const known = `${plainFields.join(', ')} or attributes.<name>`;
    return [{ path, message: `must be a field: ${known}` }];
  });
}

function isField(field: string): boolean {
  if (plainFields.some((plain) => plain === field)) return true;
  const name = field.slice(attributeStart.length);
  return field.startsWith(attributeStart) && name.trim() !== '' && name.length <= mostAttributeName;
}

function fieldProblems(fields: readonly (string | undefined)[], isConsentStated: boolean): Problem[] {
  const problems: Problem[] = [];
  const named = fields.filter((field) => field !== undefined);
  const twice = named.find((field, place) => named.indexOf(field) !== place);
  if (twice !== undefined) problems.push({ path: 'columns', message: `must have one column for ${twice}` });
  if (!named.includes('email') && !named.includes('id')) {
    problems.push({ path: 'columns', message: 'must have a column for email or id, which identify people' });
  }
  const states = named.includes('consent.marketing') && named.includes('consent.source');
  if (!isConsentStated && !states) {
    const message =
      'must state whether the people agreed to marketing, and how: send { marketing, source } for all rows, or map ' +
      'columns to consent.marketing and consent.source';
    problems.push({ path: 'consent', message });
  }
  return problems;
}
