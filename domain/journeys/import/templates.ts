import { templateProblem } from '../../email/render';
import { withIntegerDivision } from './integer-division';

/** Translates the templates of other providers into the Liquid of communications. */

export interface TranslatedTemplate {
  text: string;
  /** Distinct tags that have no meaning in Apex, in their translated form. They were removed. */
  dropped: string[];
}

const tokenPattern = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const outputPattern = /\{\{[\s\S]*?\}\}/g;
const tagPattern = /\{%[\s\S]*?%\}/g;
/** Quoted text, or a path such as `person.first_name` or `customer["Plan"].name`. */
const pathPattern =
  /'[^']*'|"[^"]*"|(?<![\w.$])[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\.\d+|\[(?:'[^']*'|"[^"]*"|\d+)\])*/g;
const knownRoots = new Set(['email', 'timezone', 'attributes', 'event', 'journey', 'execution', 'forloop']);
const literals = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank']);

/** Rewrites each output and tag of a template. */
export const mapTokens = (source: string, map: (token: string) => string): string => source.replace(tokenPattern, map);

/** Rewrites the paths in an output or tag. Quoted text and filter names stay unchanged. */
export const mapPaths = (token: string, map: (path: string) => string): string =>
  token.replace(pathPattern, (path, offset: number) =>
    /^['"]/.test(path) || /\|\s*$/.test(token.slice(0, offset)) ? path : map(path),
  );

/** Returns the path below `root`, in dot notation if possible: `attributes.plan`, `attributes["Favorite Color"]`. */
export const pathBelow = (root: string, name: string): string =>
  /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/.test(name) ? `${root}.${name}` : `${root}[${JSON.stringify(name)}]`;

/** Replaces the start of a path: `customer.plan` becomes `attributes.plan`. */
export const rebase = (path: string, from: string, to: string): string => to + path.slice(from.length);

/** Removes tags that Liquid cannot read, and outputs of unknown variables, so that the rest can be sent. */
export function readableTemplate(translated: string): TranslatedTemplate {
  const dropped = new Set<string>();
  const drop = (token: string): string => {
    dropped.add(token.replace(/\s+/g, ' ').slice(0, 200));
    return '';
  };
  const assigned = assignedNames(translated);
  let text = translated.replace(outputPattern, (token) => (isKnown(token, assigned) ? token : drop(token)));
  text = text.replace(tagPattern, (token) => (isTag(token) ? token : drop(token)));
  if (!isReadable(text)) text = text.replace(tagPattern, drop);
  if (!isReadable(text)) text = text.replace(/\{\{|\{%/g, drop);
  return { text: withIntegerDivision(text), dropped: [...dropped] };
}

function isKnown(output: string, assigned: ReadonlySet<string>): boolean {
  if (!isReadable(output)) return false;
  const path = /^\{\{-?\s*([A-Za-z_][\w-]*)/.exec(output)?.[1];
  return path === undefined || knownRoots.has(path) || assigned.has(path) || literals.has(path);
}

/** Returns the names that the template assigns itself. */
const assignedNames = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\{%-?\s*(?:assign|capture|for|tablerow|increment|decrement)\s+([A-Za-z_][\w-]*)/g)].map(
      (match) => match[1] as string,
    ),
  );

const tagNames = new Set(
  (
    'if elsif else endif unless endunless case when endcase for endfor break continue assign capture endcapture ' +
    'comment endcomment raw endraw cycle tablerow endtablerow increment decrement echo'
  ).split(' '),
);

const isTag = (token: string): boolean => tagNames.has(/^\{%-?\s*(\w+)/.exec(token)?.[1] ?? '');

const isReadable = (subject: string): boolean => templateProblem(subject) === null;
