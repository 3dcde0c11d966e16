import { isSecretLinkName, isSecretName } from '../transactional/secret-names';
import { liquidTokens, type LiquidToken } from './liquid-tokens';
import { isRawText, readingsOf, type HtmlAttribute, type HtmlTag } from './read-tags';

/**
 * Finds where a template outputs the secrets of one-time links and codes, from its text and before any value is known.
 */

/**
 * The mark for each character of an output or tag: an unmodified one-time link, another secret, an unmodified variable,
 * text that the template computes, or any other tag (white space between attributes).
 */
const marks = { link: '\uFDD3', secret: '\uFDD2', given: 'x', made: '\uFDD4', tag: '\f' };
const inAddress = 'part of another address';
const anySecret = /[\uFDD2\uFDD3]/;
const wholeLink = /^\s*\uFDD3[\uFDD3\s]*$/;
/** The start of an address that mail programs turn into a link, or that may become one. */
const addressStart = /[a-z]:\/\/|[a-z\d-]\.[a-z]{2,}[/?#:]|\uFDD4/i;
const message =
  'You can use codes and one-time links in text. You can also use a one-time link as the whole href of a link (<a>), without filters.';

/**
 * Returns the places where an HTML template has a secret in an attribute, style or script, as messages for a person.
 */
export function secretPlaces(source: string): string[] {
  const masked = maskedSource(source);
  if (masked === null) return [];
  return described(readingsOf(masked).flatMap(placesIn));
}

function placesIn({ view, tags, end }: ReturnType<typeof readingsOf>[number]): string[] {
  const texts = [view.slice(0, tags[0]?.at ?? end)];
  const places = tags.flatMap((tag, index) => {
    const content = view.slice(tag.end, tags[index + 1]?.at ?? end);
    if (!isRawText(tag.name)) texts.push(content);
    return [...attributePlaces(tag), ...(isRawText(tag.name) && anySecret.test(content) ? [`<${tag.name}>`] : [])];
  });
  if (anySecret.test(view.slice(end))) places.push('a tag that is never closed');
  if (texts.some(hasSecretInAddress)) places.push(inAddress);
  return places;
}

/** Does the same as {@link secretPlaces}, for a template that becomes plain text. */
export function secretPlacesInText(source: string): string[] {
  return described(hasSecretInAddress(maskedSource(source) ?? '') ? [inAddress] : []);
}

/** Does the same as {@link secretPlaces}, for a template that becomes the href of a link. */
export function secretPlacesInAddress(source: string): string[] {
  const masked = maskedSource(source);
  return described(masked === null || wholeLink.test(masked) ? [] : ['part of an address']);
}

/** Checks whether a text has a secret after the start of another address. */
const hasSecretInAddress = (text: string): boolean =>
  text
    .replaceAll(marks.tag, '')
    .split(/[\s<>"']+/)
    .some((word) => anySecret.test(word) && addressStart.test(word.slice(0, word.search(anySecret))));

const described = (places: readonly string[]): string[] =>
  [...new Set(places)].map((place) => `A secret cannot be used in ${place}. ${message}`);

function attributePlaces(tag: HtmlTag): string[] {
  const isAllowed = ({ name, value }: HtmlAttribute): boolean =>
    !anySecret.test(name) && (!anySecret.test(value) || (tag.name === 'a' && name === 'href' && wholeLink.test(value)));
  const hasSecret = tag.attributes.some(({ value }) => anySecret.test(value));
  return tag.attributes
    .filter((attribute) => !isAllowed(attribute) || (hasSecret && attribute.name === 'ping'))
    .map(({ name }) => `the ${name.replace(/[\uFDD2-\uFDD4]+/g, '…').slice(0, 50)} of <${tag.name.slice(0, 50)}>`);
}

/** Replaces the outputs and tags of a template with marks of the same length; null if no secret is output. */
function maskedSource(source: string): string | null {
  const tokens = liquidTokens(source);
  const { isSecret, isLink, isGiven, isAddress } = taintOf(tokens);
  if (!tokens.some(isSecret)) return null;
  const markOf = (token: LiquidToken): string => {
    if (isSecret(token)) return isLink(token) ? marks.link : marks.secret;
    if (!token.isOutput) return marks.tag;
    return isGiven(token) ? marks.given : marks.made;
  };
  let view = '';
  let done = 0;
  for (const token of tokens) {
    const mark = markOf(token);
    // If the template itself adds an address before the secret, the first mark must look like computed text.
    const first = mark === marks.secret && isAddress(token) ? marks.made : mark;
    view += source.slice(done, token.from) + first + mark.repeat(token.to - token.from - 1);
    done = token.to;
  }
  return view + source.slice(done);
}

interface Taint {
  /** Checks whether a token outputs a secret. */
  isSecret(token: LiquidToken): boolean;
  /** Checks whether it outputs a variable unmodified. */
  isGiven(token: LiquidToken): boolean;
  /** Checks whether it outputs a one-time link unmodified. */
  isLink(token: LiquidToken): boolean;
  /** Checks whether it outputs a combination of a secret and an address, made by a tag or by the token itself. */
  isAddress(token: LiquidToken): boolean;
}

/**
 * Tracks secrets through assignments. A name that receives a secret is itself secret, regardless of the order of the
 * tags.
 */
function taintOf(tokens: readonly LiquidToken[]): Taint {
  const names = new Set<string>();
  const assigned = new Set<string>();
  const reads = (text: string): boolean =>
    /(?:^|[\s|,:(=])\[/.test(text) || namesIn(text).some((name) => names.has(name) || isSecretName(name));
  const isSecret = ({ isOutput, text }: LiquidToken): boolean =>
    (isOutput ? [`echo ${text}`] : linesOf(text)).some((line) => /^(?:echo|cycle)\b/.test(line) && reads(line));
  const isGiven = ({ isOutput, text }: LiquidToken): boolean =>
    isOutput && plainPath.test(text) && !assigned.has(text.split('.', 1)[0] ?? '');
  const isLink = (token: LiquidToken): boolean => isGiven(token) && isSecretLinkName(token.text);
  for (let known = -1; known !== names.size;) {
    known = names.size;
    const captures: string[] = [];
    for (const { isOutput, text } of tokens) {
      for (const line of isOutput ? [`echo ${text}`] : linesOf(text))
        follow(line, { names, assigned, captures, reads });
    }
    // Each round walks the whole template. A chain this long is not a real message, so everything in it counts as
    // secret.
    if (names.size > maxNames) return { isSecret: () => true, isGiven, isLink: () => false, isAddress: () => true };
  }
  const makesAddress = tokens.some(({ text }) => /^assign\s/.test(text) && reads(text) && addressText.test(text));
  const isAddress = (token: LiquidToken): boolean =>
    addressText.test(token.text) || (makesAddress && namesIn(token.text).some((name) => names.has(name)));
  return { isSecret, isGiven, isLink, isAddress };
}

/**
 * A literal in an expression that starts an address. A literal of `default` replaces the whole value, so it is
 * excluded.
 */
const addressText = /(?<!default:\s{0,9})["'][^"']*(?::\/\/|\.[a-z]{2,}[/?#:])/i;
/** A variable without filters. */
const plainPath = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;
const maxNames = 50;
/** Returns the lines of a tag, because `{% liquid %}` contains one tag per line. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^liquid\s/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());

interface Following {
  /** Names of secrets. */
  names: Set<string>;
  /** Names that the template assigns. They are no longer the caller's variables. */
  assigned: Set<string>;
  captures: string[];
  reads(text: string): boolean;
}

function follow(line: string, { names, assigned, captures, reads }: Following): void {
  const assignment =
    /^assign\s+([\w-]+)\s*=([\s\S]*)$/.exec(line) ?? /^(?:for|tablerow)\s+([\w-]+)\s+in\s([\s\S]*)$/.exec(line);
  const captured = /^capture\s+["']?([\w-]+)/.exec(line);
  const [, name = '', value = ''] = assignment ?? captured ?? [];
  assigned.add(name);
  if (reads(value)) names.add(name);
  if (captured !== null) captures.push(name);
  else if (line.startsWith('endcapture')) captures.pop();
  else if (/^(?:echo|cycle)\b/.test(line) && captures.length > 0 && reads(line))
    captures.forEach((name) => names.add(name));
}

/** Returns the names in an expression. Quoted texts count only inside brackets, where they are names. */
const namesIn = (text: string): string[] =>
  text
    .replace(/(\[\s*)?("[^"]*"|'[^']*')/g, (whole, bracket?: string) => (bracket === undefined ? ' ' : whole))
    .match(/[A-Za-z_][\w-]*/g) ?? [];
