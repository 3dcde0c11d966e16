interface Problem {
  path: string;
  message: string;
}

export interface SortedProblems {
  /** By the name of the field that shows it: the most exact one of those that the path begins with. */
  atFields: Map<string, string>;
  /** Of what no field shows, with the path that the API gives. */
  others: string[];
}

/** Sorts what the API says of a body by the fields of a form. */
export function problemsByField(problems: readonly Problem[], names: readonly string[]): SortedProblems {
  const atFields = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of problems) {
    const name = fieldOf(path, names);
    if (name === undefined) others.push(path === '' ? message : `${path}: ${message}`);
    else atFields.set(name, [atFields.get(name), message].filter((text) => text !== undefined).join('; '));
  }
  return { atFields, others };
}

const fieldOf = (path: string, names: readonly string[]): string | undefined =>
  names
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((one, other) => other.length - one.length)[0];
