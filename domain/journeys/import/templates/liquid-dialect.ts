import { withIntegerDivision } from '../integer-division';
import { rubyDateFormat } from './date-formats';
import { localName } from './liquid-text';
import { tokensOf, type Delimiters, type Token } from './tokens';
import type { Dialect, Position, TagRole, TemplateFormat, Translation } from './translate-template';
import { noEquivalent, Untranslatable } from './untranslatable';
import { templateProblem } from '../../../email/render';

/** Translates templates of providers that use Liquid with their own variables and tags. */

export interface LiquidNames {
  delimiters: Delimiters;
  /** Rewrites code to plain Liquid before it is read. */
  plain?: (code: string) => string;
  /**
   * Returns the variable of Apex for a path of the provider.
   * @throws Untranslatable
   */
  mapPath: (path: string) => string;
  /** Returns Liquid for outputs and tags that only this provider has; null for all others. */
  special: (token: Token, place: Position & { format: TemplateFormat }) => string | null;
}

const ends: Record<string, string> = {
  if: 'endif',
  unless: 'endunless',
  case: 'endcase',
  for: 'endfor',
  tablerow: 'endtablerow',
  capture: 'endcapture',
};
const middles = new Set(['elsif', 'else', 'when']);
const singles = new Set('assign cycle increment decrement break continue echo'.split(' '));
const keywords = new Set(
  'true false nil null empty blank and or not contains in reversed limit offset cols forloop tablerowloop'.split(' '),
);
/** Quoted text, a filter, the name of an argument, or a path such as `customer["Plan"].name`. */
const part =
  /'[^']*'|"[^"]*"|\|\s*\w+|(?<![\w.$])[A-Za-z_][\w-]*\s*:|(?<![\w.$])[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\.\d+|\[(?:'[^']*'|"[^"]*"|\d+)\])*/g;

/** Creates the dialect of a provider that uses Liquid. */
export const liquidDialect = (names: LiquidNames): Dialect => ({
  tokensOf: (template) => tokensOf(template, names.delimiters),
  hasLiteralBraces: false,
  begin({ format, tokens }) {
    const plain = names.plain ?? ((code: string) => code);
    const scope: Scope = { later: namesAssignedIn(tokens), assigned: new Set(), loops: [], mapPath: names.mapPath };
    const blocks = new Set(tokens.flatMap(({ code }) => /^end(\w+)/.exec(code)?.[1] ?? []));
    const mapCode = (code: string): string => withDates(mapPaths(withoutMarkup(plain(code)), scope));
    const roleOf = (token: Token, { block }: Position): TagRole => roleOfTag(token, block, blocks);
    const translate = (token: Token, position: Position): Translation => {
      const special = names.special(token, { ...position, format });
      if (special !== null) return { kind: 'text', text: special };
      if (token.kind === 'output') return withNote(rewritten(token, mapCode(token.code)), token.code);
      const role = roleOf(token, position);
      if (role.kind === 'close' && loops.has(role.block)) scope.loops.pop();
      return translateTag(token, { mapCode: (code) => mapTag(code, { mapCode, scope }), role });
    };
    return { translate, roleOf };
  },
});

function translateTag(
  token: Token,
  { mapCode, role }: { mapCode: (code: string) => string; role: TagRole },
): Translation {
  const { source, code } = token;
  const name = nameOf(code);
  if (name === 'comment' || name === 'raw') {
    return { kind: 'text', text: name === 'comment' && templateProblem(source) !== null ? '' : source };
  }
  if (code.startsWith('#')) return { kind: 'text', text: '' };
  if (!singles.has(name) && !middles.has(name) && ends[name] === undefined && !isEnd(name)) throw noEquivalent();
  const text = rewritten(token, mapCode(code));
  if (role.kind === 'open') return { kind: 'open', block: name, text, end: `{% ${ends[name] as string} %}` };
  if (role.kind === 'middle') return { kind: 'middle', block: role.block, text };
  if (role.kind === 'close') return { kind: 'close', block: role.block };
  return withNote(text, code);
}

const isEnd = (name: string): boolean => name.startsWith('end') && name.length > 3;

function roleOfTag({ kind, code }: Token, block: string, blocks: ReadonlySet<string>): TagRole {
  const name = kind === 'tag' ? nameOf(code) : '';
  if (isEnd(name)) return { kind: 'close', block: name.slice(3) };
  if (middles.has(name)) return { kind: 'middle', block };
  const isBlock = ends[name] !== undefined || (blocks.has(name) && !singles.has(name));
  return { kind: isBlock ? 'open' : 'none', block: name };
}

const nameOf = (code: string): string => /^\w+/.exec(code)?.[0] ?? '';

/** Returns a token with its code replaced. Whitespace control and spaces are kept. */
function rewritten({ source }: Token, code: string): string {
  const start = /^\{[{%]-?\s*/.exec(source)?.[0] ?? '';
  const end = /\s*-?[}%]\}$/.exec(source)?.[0] ?? '';
  return withIntegerDivision(start + code + end);
}

/** Returns the names that the template assigns itself. */
const namesAssignedIn = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(
      ({ code }) => /^(?:assign|capture|for|tablerow|increment|decrement)\s+([A-Za-z_][\w-]*)/.exec(code)?.[1] ?? [],
    ),
  );

interface Scope {
  /** All names that the template assigns anywhere. */
  later: ReadonlySet<string>;
  /** The names assigned so far. They hide variables of the provider. */
  assigned: Set<string>;
  /** The names of the loops around the tag. */
  loops: string[];
  mapPath: (path: string) => string;
}

const loops = new Set(['for', 'tablerow']);
const assignment = /^(assign|capture|increment|decrement)(\s+)([A-Za-z_][\w-]*)/;
const loopStart = /^(for|tablerow)(\s+)([A-Za-z_][\w-]*)(\s+in\b)/;

/** Rewrites the code of a tag, and records the names that it assigns. */
function mapTag(code: string, { mapCode, scope }: { mapCode: (code: string) => string; scope: Scope }): string {
  const loop = loopStart.exec(code);
  const start = loop ?? assignment.exec(code);
  if (start === null) {
    const name = nameOf(code);
    return name + mapCode(code.slice(name.length));
  }
  const [whole, tag = '', space = '', name = '', rest = ''] = start;
  const mapped = mapCode(code.slice(whole.length));
  if (loop === null) scope.assigned.add(name);
  else scope.loops.push(name);
  return tag + space + localName(name) + rest + mapped;
}

function mapPaths(code: string, { later, assigned, loops, mapPath }: Scope): string {
  return code.replace(part, (found) => {
    if (/^['"|]|:$/.test(found)) return found;
    const root = /^[\w-]+/.exec(found)?.[0] ?? '';
    const local = localName(root) + found.slice(root.length);
    if (assigned.has(root) || loops.includes(root)) return local;
    if (keywords.has(root)) return found;
    try {
      return mapPath(found);
    } catch (error) {
      if (error instanceof Untranslatable && later.has(root)) return local;
      throw error;
    }
  });
}

/** Values are escaped, so the markup that a filter adds would be visible. */
function withoutMarkup(code: string): string {
  const [, name] = /\|\s*(newline_to_br)\b/.exec(code) ?? [];
  if (name !== undefined)
    throw new Untranslatable(`Values are always escaped, so the tags of "${name}" would be visible.`);
  return code;
}

/** Moves the timezone from the provider's filter before `date` to an argument of Liquid's `date`. */
const zonedDate = /\|\s*(?:time_?zone|in_time_zone)\s*:\s*([^|]+?)\s*\|\s*date\s*:\s*([^|]+?)(\s*)(?=\||$)/g;
const literalDate = /(\|\s*date\s*:\s*)('[^']*'|"[^"]*")/g;

const withDates = (code: string): string =>
  code
    .replace(literalDate, (_, start: string, format: string) => {
      const quote = format[0] as string;
      return start + quote + rubyDateFormat(format.slice(1, -1)) + quote;
    })
    .replace(zonedDate, '| date: $2, $1$3');

const decimalMath =
  /\|\s*(?:times|divided_by|plus|minus|modulo)\s*:\s*-?\d+\.\d+(?![\s\S]*\|\s*(?:round|floor|ceil)\s*(?:\||$))/;

/** Returns a note about a difference that depends on the values. */
function withNote(text: string, code: string): Translation {
  const reason = decimalMath.test(code)
    ? 'A calculation with decimals shows a whole result as "10", not as "10.0".'
    : /\|\s*truncatewords\b/.test(code)
      ? 'The ending is also added to a text with exactly as many words.'
      : null;
  return { kind: 'text', text, ...(reason === null ? {} : { note: { severity: 'warning', reason } }) };
}
