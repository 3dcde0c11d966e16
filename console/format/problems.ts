interface Problem {
  path: string;
  message: string;
}

export interface SortedProblems {
  /** By the name of the field that shows the problem: the longest name that is a prefix of the path. */
  atFields: Map<string, string>;
  /** Problems without a field in the form, with the path from the API. */
  others: string[];
}

/** Assigns the problems of a request body to the fields of a form. */
export function problemsByField(problems: readonly Problem[], names: readonly string[]): SortedProblems {
  const atFields = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of problems) {
    const name = fieldOf(path, names);
    if (name === undefined) others.push(formatProblem({ path, message }));
    else
      atFields.set(name, [atFields.get(name), formatMessage(message)].filter((text) => text !== undefined).join(' '));
  }
  return { atFields, others };
}

const fieldOf = (path: string, names: readonly string[]): string | undefined =>
  names
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((one, other) => other.length - one.length)[0];

/** A problem with its path: `digest.time: Must be a time.` */
export const formatProblem = ({ path, message }: Problem): string =>
  path === '' ? formatMessage(message) : `${path}: ${formatMessage(message)}`;

/** Messages of the API that read better in full next to a field. */
const fieldMessages: Readonly<Record<string, string>> = {
  'is required': 'This field is required.',
  'must not be empty': 'This field is required.',
  'is not a known field': 'This field is unknown.',
};

/** Formats a validation message as a sentence. */
export function formatMessage(message: string): string {
  const fieldMessage = Object.hasOwn(fieldMessages, message) ? fieldMessages[message] : undefined;
  if (fieldMessage !== undefined) return fieldMessage;
  const complete = /^(is|has|can) /.test(message) ? `This value ${message}` : message;
  const sentence = complete.charAt(0).toUpperCase() + complete.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What a form shows in place of "The body is not valid: …", which repeats the first problem. */
export const formatRefusal = (message: string, problems: readonly Problem[]): string =>
  problems.length > 0 && /^The \w+ is not valid: /.test(message)
    ? 'Some values are not valid.'
    : formatMessage(message);
