/** Tokens of the CSS selectors that conversions support. Reading takes linear time and never backtracks. */
export type CssToken =
  | { kind: 'tag' | 'id' | 'class'; name: string }
  | { kind: 'any' }
  | { kind: 'attribute'; name: string; value: string | null }
  | { kind: 'separator'; separator: '' | '>' | ',' };

interface Read<Value> {
  value: Value;
  /** Index after the value. */
  end: number;
}

/**
 * Splits a selector into tokens.
 * @returns null if it cannot be read or has more than `maxTokens` tokens
 */
export function readCssTokens(source: string, maxTokens: number): CssToken[] | null {
  const tokens: CssToken[] = [];
  for (let at = 0; at < source.length;) {
    const token = tokens.length < maxTokens ? readToken(source, at) : null;
    if (token === null) return null;
    tokens.push(token.value);
    at = token.end;
  }
  return tokens;
}

function readToken(source: string, at: number): Read<CssToken> | null {
  const character = source[at] as string;
  if (character === '*') return { value: { kind: 'any' }, end: at + 1 };
  if (character === '[') return readAttribute(source, at + 1);
  if (/[\s>,]/.test(character)) return readSeparator(source, at);
  const kind = character === '#' ? 'id' : character === '.' ? 'class' : 'tag';
  const name = readName(source, kind === 'tag' ? at : at + 1);
  return name === null ? null : { value: { kind, name: name.value }, end: name.end };
}

function readSeparator(source: string, at: number): Read<CssToken> {
  const before = skipSpace(source, at);
  const character = source[before];
  if (character !== '>' && character !== ',') return { value: { kind: 'separator', separator: '' }, end: before };
  return { value: { kind: 'separator', separator: character }, end: skipSpace(source, before + 1) };
}

/** Reads what follows the bracket: `name]`, `name=value]` or `name="value"]`. */
function readAttribute(source: string, at: number): Read<CssToken> | null {
  const name = readName(source, skipSpace(source, at));
  if (name === null) return null;
  let end = skipSpace(source, name.end);
  let value: string | null = null;
  if (source[end] === '=') {
    const read = readValue(source, skipSpace(source, end + 1));
    if (read === null) return null;
    value = read.value;
    end = skipSpace(source, read.end);
  }
  if (source[end] !== ']') return null;
  return { value: { kind: 'attribute', name: name.value.toLowerCase(), value }, end: end + 1 };
}

const readValue = (source: string, at: number): Read<string> | null =>
  source[at] === '"' || source[at] === "'" ? readQuoted(source, at) : readName(source, at);

function readQuoted(source: string, start: number): Read<string> | null {
  let value = '';
  for (let at = start + 1; at < source.length;) {
    const character = source[at] as string;
    if (character === source[start]) return { value, end: at + 1 };
    if (character === '\n') return null;
    const escape = character === '\\' ? readEscape(source, at) : { value: character, end: at + 1 };
    if (escape === null) return null;
    value += escape.value;
    at = escape.end;
  }
  return null;
}

/** Reads a name. It starts with a letter, `_` or an escape, optionally after a hyphen, or with two hyphens. */
function readName(source: string, start: number): Read<string> | null {
  const first = source.startsWith('-', start) ? start + 1 : start;
  if (!/[\\_a-zA-Z\u0080-\uffff]/.test(source[first] ?? '') && !source.startsWith('--', start)) return null;
  let value = '';
  let at = start;
  while (at < source.length) {
    const character = source[at] as string;
    const isEscape = character === '\\';
    if (!isEscape && !/[\w\u0080-\uffff-]/.test(character)) break;
    const read = isEscape ? readEscape(source, at) : { value: character, end: at + 1 };
    if (read === null) return null;
    value += read.value;
    at = read.end;
  }
  return { value, end: at };
}

/** Reads an escape: `\31 0` is `10`, `\:` is `:`. */
function readEscape(source: string, at: number): Read<string> | null {
  let end = at + 1;
  while (end < at + 7 && /[\da-f]/i.test(source[end] ?? '')) end += 1;
  if (end > at + 1) {
    const value = codePoint(Number.parseInt(source.slice(at + 1, end), 16));
    return { value, end: /[ \t]/.test(source[end] ?? '') ? end + 1 : end };
  }
  const character = source[end];
  return character === undefined || character === '\n' ? null : { value: character, end: end + 1 };
}

const codePoint = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);

function skipSpace(source: string, at: number): number {
  let end = at;
  while (/\s/.test(source[end] ?? '')) end += 1;
  return end;
}
