/**
 * Defines the regular expressions that customers may use: syntax that RE2 (on the service) and JavaScript (in the
 * browser) read the same way and, in printable ASCII, match the same way. Everything else is rejected, even if only one
 * of them would reject it. Based on RE2's syntax (github.com/google/re2/wiki/Syntax) and ECMA-262, annex B.1.2. A test
 * that compares both engines looks for differences.
 */

/** Maximum number of characters, escapes and groups after counted repetitions are written out. */
const maxSize = 250;
const maxCount = 100;

const escapes = String.raw`\\(?:[dDwWsS]|x[\da-fA-F]{2}|[!-\/:-@\[-^\x60{-~])`;
const token = new RegExp(
  String.raw`(?<class>\[(?:\^|(?!\^))(?:${escapes}|[!-Z^-~])+\])` +
    String.raw`|(?<assertion>[$^]|\\[bB])` +
    String.raw`|(?<open>\((?:\?:)?(?!\?))|(?<close>\))|(?<bar>\|)` +
    String.raw`|(?<quantifier>(?:[*+?]|\{(?<min>\d{1,3})(?:,(?<max>\d{0,3}))?\})\??)` +
    String.raw`|(?<atom>${escapes}|\{(?![\d,])|[!-'.\/-Z^-z}\],~-])`,
  'y',
);

interface Reading {
  /** Sizes of the open groups; the first is the whole expression. */
  groups: number[];
  /** Size of what a quantifier would repeat; null if there is nothing to repeat. */
  last: number | null;
}

/**
 * Finds the problem with an expression.
 * @returns the rest of a sentence that starts with the expression's name; null if it is valid
 */
export function syntaxProblem(source: string): string | null {
  const odd = /[^!-~]/u.exec(source)?.[0];
  if (odd !== undefined) return `contains "${odd}". Write it as in URLs: ${percentForm(odd)}`;
  const reading: Reading = { groups: [0], last: null };
  for (token.lastIndex = 0; token.lastIndex < source.length;) {
    const at = token.lastIndex;
    const groups = token.exec(source)?.groups;
    const problem = groups === undefined ? unknownAt(source, at) : read(reading, groups);
    if (problem !== null) return problem;
  }
  if (reading.groups.length > 1) return 'has a "(" without a matching ")"';
  return (reading.groups[0] ?? 0) > maxSize ? tooLarge : null;
}

const percentForm = (character: string): string =>
  character.isWellFormed() ? `"${encodeURIComponent(character)}"` : 'percent-encoded';

const tooLarge = `is longer than ${maxSize} characters when its repetitions are written out`;

function unknownAt(source: string, at: number): string {
  const rest = source.slice(at, at + 8);
  if (rest.startsWith('(?')) return `contains "${rest}", but only the groups "(…)" and "(?:…)" are supported`;
  return (
    `contains "${rest}", which browsers and the service may interpret differently. Use characters, "." "*" "+" ` +
    '"?" "{n,m}" "|" "^" "$", ' +
    String.raw`groups, classes such as "[a-z_-]", \d \w \s \b and their opposites, and escaped punctuation`
  );
}

type Groups = Record<string, string | undefined>;

function read(reading: Reading, groups: Groups): string | null {
  if (groups['quantifier'] !== undefined) return repeat(reading, groups);
  if (groups['open'] !== undefined) {
    reading.groups.push(1);
    reading.last = null;
  } else if (groups['close'] !== undefined) {
    if (reading.groups.length === 1) return 'has a ")" without a matching "("';
    add(reading, reading.groups.pop() ?? 0);
  } else if (groups['class'] !== undefined) {
    add(reading, 1);
    return classProblem(groups['class']);
  } else {
    add(reading, 1);
    if (groups['atom'] === undefined) reading.last = null;
  }
  return null;
}

function add(reading: Reading, size: number): void {
  reading.groups[reading.groups.length - 1] = (reading.groups.at(-1) ?? 0) + size;
  reading.last = size;
}

function repeat(reading: Reading, { quantifier = '', min, max }: Groups): string | null {
  const { last } = reading;
  if (last === null) return `has "${quantifier}" with nothing to repeat`;
  const least = Number(min ?? 0);
  const most = max === undefined || max === '' ? least : Number(max);
  if (most < least) return `has "${quantifier}" with a minimum above its maximum`;
  if (most > maxCount) return `has "${quantifier}", but at most ${maxCount} repetitions are supported`;
  // `a{3,}` is `aaaa*`.
  add(reading, last * Math.max(0, most - (max === '' ? 0 : 1)));
  reading.last = null;
  return (reading.groups.at(-1) ?? 0) > maxSize ? tooLarge : null;
}

const member = new RegExp(`${escapes}|[^]`, 'g');

/**
 * Finds a misplaced hyphen. A hyphen must be first, last, or between two single characters in ascending order, because
 * the engines differ for other places.
 */
function classProblem(source: string): string | null {
  const members =
    source
      .replace(/^\[\^?/, '')
      .slice(0, -1)
      .match(member) ?? [];
  for (let at = 0; at < members.length; at += 1) {
    const [first = '', hyphen, last] = members.slice(at, at + 3);
    if (hyphen !== '-' || last === undefined) {
      if (first === '-' && at > 0 && at < members.length - 1) return hyphenProblem(source);
      continue;
    }
    if (first === '-' || last === '-' || codeOf(first) > codeOf(last)) return hyphenProblem(source);
    if (Number.isNaN(codeOf(first) + codeOf(last))) return hyphenProblem(source);
    at += 2;
    if (members[at + 1] === '-' && at + 2 < members.length) return hyphenProblem(source);
  }
  return null;
}

const hyphenProblem = (source: string): string =>
  `contains "${source}". Put a hyphen first, last, or between two characters in ascending order, or write "\\-"`;

/** Returns the code of a single character; NaN for a class such as `\d`. */
function codeOf(text: string): number {
  if (text.length === 1) return text.charCodeAt(0);
  if (/^\\x/.test(text)) return Number.parseInt(text.slice(2), 16);
  return /^\\[a-zA-Z]/.test(text) ? Number.NaN : text.charCodeAt(1);
}
