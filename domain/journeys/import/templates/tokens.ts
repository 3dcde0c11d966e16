/** Splits the templates of providers into literal text, outputs and tags. */

export interface Token {
  kind: 'text' | 'output' | 'tag' | 'comment';
  /** The whole token as it is written in the template. */
  source: string;
  /** The code between the delimiters, without whitespace control. Empty for text and comments. */
  code: string;
  /** The line on which the token starts, from 1. */
  line: number;
  /** Whether an output or tag is never closed. */
  isOpen?: boolean;
}

export interface Delimiters {
  /** Whether `{# … #}` is a comment, as in Django. */
  hashComments: boolean;
  /** Whether `${…}` may be inside an output, as in Braze. Its `}` does not end the output. */
  dollarNames: boolean;
}

const ends: Record<string, string> = { '{': '}}', '%': '%}', '#': '#}' };

const kindOf = (second: string): Token['kind'] => (second === '{' ? 'output' : second === '%' ? 'tag' : 'comment');

/** Splits a template. The sources of all tokens, joined, are the template. */
export function tokensOf(template: string, { hashComments, dollarNames }: Delimiters): Token[] {
  const tokens: Token[] = [];
  const lineAt = lineCounter(template);
  const push = (kind: Token['kind'], from: number, to: number, isOpen = false): void => {
    if (from === to) return;
    const source = template.slice(from, to);
    const code = kind === 'output' || kind === 'tag' ? codeOf(source) : '';
    tokens.push({ kind, source, code, line: lineAt(from), ...(isOpen ? { isOpen } : {}) });
  };
  // End delimiters that the rest of the template does not contain. Each is searched for only once.
  const missing = new Set<string>();
  let textFrom = 0;
  let at = template.indexOf('{');
  while (at !== -1 && at < template.length - 1) {
    const second = template[at + 1] as string;
    const isStart = second === '{' || second === '%' || (second === '#' && hashComments);
    if (!isStart) {
      at = template.indexOf('{', at + 1);
      continue;
    }
    const end = missing.has(second) ? -1 : endOf(template, at + 2, { end: ends[second] as string, dollarNames });
    if (end === -1) missing.add(second);
    push('text', textFrom, at);
    if (end === -1) {
      push(kindOf(second), at, at + 2, true);
      textFrom = at + 2;
    } else {
      const verbatim = second === '%' ? verbatimEnd(template, { start: at, end, missing }) : null;
      push(kindOf(second), at, verbatim ?? end);
      textFrom = verbatim ?? end;
    }
    at = template.indexOf('{', textFrom);
  }
  push('text', textFrom, template.length);
  return tokens;
}

/** Returns the position after the end delimiter; -1 if there is none. */
function endOf(template: string, from: number, { end, dollarNames }: { end: string; dollarNames: boolean }): number {
  if (!dollarNames || end !== '}}') {
    const found = template.indexOf(end, from);
    return found === -1 ? -1 : found + end.length;
  }
  for (let at = from; at < template.length; at += 1) {
    if (template.startsWith('}}', at)) return at + 2;
    if (!template.startsWith('${', at)) continue;
    const close = template.indexOf('}', at);
    if (close === -1) return -1;
    at = close;
  }
  return -1;
}

/** The content of these blocks is not code, so a block is one token. */
const verbatimTag = /^\{%-?\s*(comment|raw|verbatim)\b/;

function verbatimEnd(
  template: string,
  { start, end, missing }: { start: number; end: number; missing: Set<string> },
): number | null {
  const name = verbatimTag.exec(template.slice(start, end))?.[1];
  if (name === undefined || missing.has(name)) return null;
  const close = new RegExp(`\\{%-?\\s*end${name}\\b[^%]*%\\}`, 'g');
  close.lastIndex = end;
  const match = close.exec(template);
  if (match !== null) return match.index + match[0].length;
  missing.add(name);
  return null;
}

/** Editors write entities into code. Entities in quoted text belong to the text. */
function codeOf(source: string): string {
  const code = source
    .slice(2, -2)
    .replace(/^-|-$/g, '')
    .replace(/\u00a0/g, ' ')
    .trim();
  const plain = code.replace(/'[^']*'|"[^"]*"/g, '');
  return decodeEntities(plain) === plain ? code : decodeEntities(code);
}

/** Returns a function that finds the line of a position. Positions must ascend. */
function lineCounter(template: string): (position: number) => number {
  let line = 1;
  let from = 0;
  return (position) => {
    for (let at = template.indexOf('\n', from); at !== -1 && at < position; at = template.indexOf('\n', at + 1)) {
      line += 1;
      from = at + 1;
    }
    return line;
  };
}

const entities: Record<string, string> = {
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** Decodes the HTML entities that editors write into code. */
export const decodeEntities = (code: string): string =>
  code.replace(/&(?:gt|lt|quot|#3[49]|apos|nbsp|amp);/g, (entity) => entities[entity] ?? entity);
