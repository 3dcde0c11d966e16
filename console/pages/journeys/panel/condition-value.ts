import type { Comparison, Scalar } from '../../../../domain/conditions/schemas';

export type ValueKind = 'text' | 'number' | 'boolean';

/** The typed value of a comparison. */
export interface TypedValue {
  text: string;
  kind: ValueKind;
}

/** A comparison before its fields are filled in. The API refuses it until then. */
export const newComparison = { field: '', operator: 'equals', value: '' } as const;

export const emptyValue: TypedValue = { text: '', kind: 'text' };

export function readValue(value: Comparison['value']): TypedValue {
  const first = Array.isArray(value) ? value[0] : value;
  const kind = typeof first === 'number' ? 'number' : typeof first === 'boolean' ? 'boolean' : 'text';
  const text = Array.isArray(value) ? value.map(String).join(', ') : String(value ?? '');
  return { text, kind };
}

/** Converts the typed value to the form that the operator needs. */
export function writeValue(operator: Comparison['operator'], { text, kind }: TypedValue): Comparison['value'] {
  if (operator === 'exists') return true;
  if (operator !== 'in' && operator !== 'not_in') return scalarOf(text, kind);
  const parts = text.split(',').map((part) => part.trim());
  return parts.map((part) => scalarOf(part, kind));
}

function scalarOf(text: string, kind: ValueKind): Scalar {
  if (kind === 'boolean') return text.trim() === 'true' || text.trim() === 'yes';
  return kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
