import { parseJson } from '../../domain/json/parse-json';

/** Converts the attributes of a person to the rows of a form and back. */

export type AttributeKind = 'text' | 'number' | 'yes or no' | 'JSON';

export const attributeKinds: readonly AttributeKind[] = ['text', 'number', 'yes or no', 'JSON'];

export interface AttributeRow {
  name: string;
  kind: AttributeKind;
  text: string;
}

export const attributeRows = (attributes: Readonly<Record<string, unknown>>): AttributeRow[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, ...written(value) }));

function written(value: unknown): Pick<AttributeRow, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value === 'boolean') return { kind: 'yes or no', text: value ? 'yes' : 'no' };
  return { kind: 'JSON', text: JSON.stringify(value) };
}

/** @returns the problem of a row, or null */
export function rowProblem({ name, kind, text }: AttributeRow): string | null {
  if (name.trim() === '') return text.trim() === '' ? null : 'Enter a name for the attribute.';
  if (kind === 'number' && (text.trim() === '' || !Number.isFinite(Number(text)))) return 'Enter a number.';
  if (kind === 'number' && /^\s*-?\d+\s*$/.test(text) && !Number.isSafeInteger(Number(text)))
    return 'This number has too many digits. Choose text to keep them all.';
  if (kind === 'yes or no' && !/^(yes|no)$/i.test(text.trim())) return 'Enter yes or no.';
  if (kind !== 'JSON') return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return 'Enter valid JSON.';
  }
}

/** Converts rows without problems to attributes. Ignores rows without a name. */
export const attributesOf = (rows: readonly AttributeRow[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== '').map((row) => [row.name.trim(), valueOf(row)] as const),
  );

function valueOf({ kind, text }: AttributeRow): unknown {
  if (kind === 'number') return Number(text);
  if (kind === 'yes or no') return text.trim().toLowerCase() === 'yes';
  return kind === 'JSON' ? parseJson(text) : text;
}

/** Returns the attributes to send: the changed ones, and null for the removed ones. */
export function attributeChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  const gone = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries([...changed, ...gone.map((name) => [name, null] as const)]);
}
