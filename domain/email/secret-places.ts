import { isSecretName } from '../transactional/secret-names';
import { isRawText, readHtml, withoutConditions } from './html-tags';

/** Where a template puts secrets of one-time links and codes: found in its text, before any value is known. */

interface Token {
  from: number;
  to: number;
  isOutput: boolean;
  text: string;
}

/** Stands for an output that a secret goes into. */
const secretMark = '\uFDD2';
const message = 'A code, or a link that works once, may stand in text and in the href of a link (<a>) only.';

/** Each place where a template that is put into html has a secret in an attribute, a style or a script; named for a person. */
export function secretPlaces(source: string): string[] {
  const tokens = tokensOf(source);
  const isSecret = taintOf(tokens);
  if (!tokens.some(isSecret)) return [];
  const view = withoutConditions(masked(source, tokens, isSecret));
  const { tags, end } = readHtml(view);
  const places = tags.flatMap((tag, index) => {
    const attributes = tag.attributes.filter(
      ({ name, value }) =>
        name.includes(secretMark) || (value.includes(secretMark) && !(tag.name === 'a' && name === 'href')),
    );
    const content = isRawText(tag.name) ? view.slice(tag.end, tags[index + 1]?.at ?? end) : '';
    return [
      ...attributes.map(({ name }) => `${name.replace(/\uFDD2+/g, '…').slice(0, 50)} of <${tag.name.slice(0, 50)}>`),
      ...(content.includes(secretMark) ? [`<${tag.name}>`] : []),
    ];
  });
  if (view.slice(end).includes(secretMark)) places.push('a tag that never ends');
  return [...new Set(places)].map((place) => `A secret stands in ${place}. ${message}`);
}

/** Liquid's outputs and tags, in order. One that never ends is none. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let from = source.search(/\{[{%]/); from !== -1;) {
    const isOutput = source[from + 1] === '{';
    const close = source.indexOf(isOutput ? '}}' : '%}', from + 2);
    if (close === -1) break;
    const text = source
      .slice(from + 2, close)
      .replace(/^-|-$/g, '')
      .trim();
    tokens.push({ from, to: close + 2, isOutput, text });
    const next = source.slice(close + 2, close + 2 + nearest).search(/\{[{%]/);
    from = next === -1 ? nextBrace(source, close + 2) : close + 2 + next;
  }
  return tokens;
}

const nearest = 200;

function nextBrace(source: string, from: number): number {
  const [output, tag] = [source.indexOf('{{', from), source.indexOf('{%', from)];
  if (output === -1 || tag === -1) return Math.max(output, tag);
  return Math.min(output, tag);
}

/** Which tokens put out or pass on a secret. Names that tags give to a secret are secret themselves, whatever the order. */
function taintOf(tokens: readonly Token[]): (token: Token) => boolean {
  const names = new Set<string>();
  const reads = (text: string): boolean =>
    /(?:^|[\s|,:(=])\[/.test(text) || namesIn(text).some((name) => names.has(name) || isSecretName(name));
  for (let known = -1; known !== names.size;) {
    known = names.size;
    const captures: string[] = [];
    for (const { isOutput, text } of tokens) {
      for (const line of isOutput ? [`echo ${text}`] : linesOf(text)) follow(line, { names, captures, reads });
    }
    // Each round costs a walk over the template: a chain this long is no message, and all of it counts as secret.
    if (names.size > mostNames) return () => true;
  }
  return ({ isOutput, text }) =>
    (isOutput ? [`echo ${text}`] : linesOf(text)).some((line) => /^(?:echo|cycle)\b/.test(line) && reads(line));
}

const mostNames = 50;
/** `{% liquid %}` holds a tag on each line. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^liquid\s/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());

function follow(
  line: string,
  { names, captures, reads }: { names: Set<string>; captures: string[]; reads: (text: string) => boolean },
): void {
  const assigned =
    /^assign\s+([\w-]+)\s*=([\s\S]*)$/.exec(line) ?? /^(?:for|tablerow)\s+([\w-]+)\s+in\s([\s\S]*)$/.exec(line);
  if (assigned !== null && reads(assigned[2] ?? '')) names.add(assigned[1] ?? '');
  const captured = /^capture\s+["']?([\w-]+)/.exec(line);
  if (captured !== null) captures.push(captured[1] ?? '');
  else if (line.startsWith('endcapture')) captures.pop();
  else if (/^(?:echo|cycle)\b/.test(line) && captures.length > 0 && reads(line))
    captures.forEach((name) => names.add(name));
}

/** Names in an expression; of its texts only those in brackets, which name something. */
const namesIn = (text: string): string[] =>
  text
    .replace(/(\[\s*)?("[^"]*"|'[^']*')/g, (whole, bracket?: string) => (bracket === undefined ? ' ' : whole))
    .match(/[A-Za-z_][\w-]*/g) ?? [];

function masked(source: string, tokens: readonly Token[], isSecret: (token: Token) => boolean): string {
  let view = '';
  let done = 0;
  for (const token of tokens) {
    const filler = isSecret(token) ? secretMark : token.isOutput ? 'x' : ' ';
    view += source.slice(done, token.from) + filler.repeat(token.to - token.from);
    done = token.to;
  }
  return view + source.slice(done);
}
