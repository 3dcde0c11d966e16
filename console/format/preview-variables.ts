/** The typed values of preview variables, by dotted name. */
export type TypedVariables = Readonly<Record<string, string>>;

/** Converts typed values to variables. `attributes.first_name` becomes a field of `attributes`; JSON text becomes its value. */
export function variablesOf(typed: TypedVariables): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(typed)) {
    if (text !== '') setAt(variables, path.split('.'), valueOf(text));
  }
  return variables;
}

function setAt(target: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  target[first] = next;
  setAt(next as Record<string, unknown>, rest, value);
}

function valueOf(text: string): unknown {
  if (!/^\s*([[{]|-?\d|true\b|false\b)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the sorted names of variables that are missing or already filled in. */
export const variableNames = (missing: readonly string[], typed: TypedVariables): string[] =>
  [...new Set([...missing, ...Object.keys(typed).filter((name) => typed[name] !== '')])].sort();
