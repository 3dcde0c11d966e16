/**
 * CSS selectors, as far as they can be held against what the snippet says of a click or a form: types, ids, classes, `*`,
 * attributes by equality, descendants, children, and lists. No pseudo-classes and no siblings: they cannot be answered.
 */

/** One compound: `button#buy.primary[name=go]`. */
interface Compound {
  tag: string | null;
  ids: string[];
  classes: string[];
  attributes: { name: string; value: string | null }[];
}

interface Step extends Compound {
  /** How it relates to the step before; null for the first. */
  combinator: 'child' | 'descendant' | null;
}

/** A parsed selector: the alternatives of a list, each from the outermost step to the element itself. */
export type Selector = Step[][];

/** An element as far as it is known. */
export interface KnownElement {
  tag: string;
  id: string | null;
  classes: readonly string[];
  attributes: Readonly<Record<string, string>>;
}

const escape = String.raw`\\[\da-fA-F]{1,6}[ \t]?|\\[^\n\da-fA-F]`;
const letter = String.raw`[\w\u0080-\uffff-]|${escape}`;
const identifier = String.raw`(?:-?(?:[_a-zA-Z\u0080-\uffff]|${escape})|--)(?:${letter})*`;
const text = String.raw`"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'`;
const token = new RegExp(
  String.raw`(?<tag>\*|${identifier})|#(?<id>${identifier})|\.(?<class>${identifier})` +
    String.raw`|\[\s*(?<name>${identifier})\s*(?:=\s*(?<value>${identifier}|${text})\s*)?\]` +
    String.raw`|(?<child>\s*>\s*)|(?<comma>\s*,\s*)|(?<space>\s+)`,
  'uy',
);

/** @returns null when it is no selector, or one that is not supported */
export function parseSelector(source: string): Selector | null {
  const alternatives: Step[][] = [[]];
  let step: Step | null = null;
  let combinator: Step['combinator'] = null;
  const trimmed = source.trim();
  token.lastIndex = 0;
  while (token.lastIndex < trimmed.length) {
    const groups = token.exec(trimmed)?.groups;
    if (groups === undefined) return null;
    if (isSeparator(groups)) {
      if (step === null) return null;
      step = null;
      combinator = groups['child'] === undefined ? 'descendant' : 'child';
      if (groups['comma'] === undefined) continue;
      alternatives.push([]);
      combinator = null;
      continue;
    }
    if (step === null) {
      step = { combinator, tag: null, ids: [], classes: [], attributes: [] };
      alternatives[alternatives.length - 1]?.push(step);
    } else if (groups['tag'] !== undefined) return null;
    addToken(step, groups);
  }
  return step === null ? null : alternatives;
}

type Groups = Record<string, string | undefined>;

const isSeparator = ({ child, comma, space }: Groups): boolean =>
  child !== undefined || comma !== undefined || space !== undefined;

function addToken(step: Step, { tag, id, class: className, name, value }: Groups): void {
  if (tag !== undefined) step.tag = tag === '*' ? null : unescaped(tag).toLowerCase();
  if (id !== undefined) step.ids.push(unescaped(id));
  if (className !== undefined) step.classes.push(unescaped(className));
  if (name === undefined) return;
  const quoted = value !== undefined && /^["']/.test(value) ? value.slice(1, -1) : value;
  step.attributes.push({
    name: unescaped(name).toLowerCase(),
    value: quoted === undefined ? null : unescaped(quoted),
  });
}

/** `\31 0` is `10`, `\:` is `:`. */
const unescaped = (escaped: string): string =>
  escaped.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : codePoint(Number.parseInt(code, 16)),
  );

const codePoint = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);

/**
 * The elements that a path of the snippet names (`main > form#signup > button.primary`), outermost first. A path that was cut
 * short in the middle of a step loses this step and what is inside it.
 */
export function parsePath(path: string): KnownElement[] {
  const elements: KnownElement[] = [];
  for (const piece of path.split(' > ')) {
    const steps = parseSelector(piece);
    const step = steps?.[0]?.[0];
    if (steps?.length !== 1 || steps[0]?.length !== 1 || typeof step?.tag !== 'string') break;
    elements.push({ tag: step.tag, id: step.ids[0] ?? null, classes: step.classes, attributes: {} });
  }
  return elements;
}

/** Whether a selector names the last of some elements, each of which is the parent of the next. */
export const matchesSelector = (selector: Selector, elements: readonly KnownElement[]): boolean =>
  selector.some((steps) => matchesSteps(steps, elements));

/** From the element outwards; an ancestor is sought at every place, in a time of steps × elements². */
function matchesSteps(steps: readonly Step[], elements: readonly KnownElement[]): boolean {
  let places = new Set([elements.length - 1]);
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index] as Step;
    const matching = [...places].filter((place) => isNamedBy(step, elements[place]));
    places = new Set(matching.flatMap((place) => outwards(step.combinator, place)));
    if (matching.length === 0) return false;
  }
  return true;
}

function outwards(combinator: Step['combinator'], place: number): number[] {
  if (combinator === 'descendant') return Array.from({ length: place }, (_, index) => index);
  return combinator === 'child' ? [place - 1] : [];
}

function isNamedBy(step: Compound, element: KnownElement | undefined): boolean {
  if (element === undefined) return false;
  return (
    (step.tag === null || step.tag === element.tag) &&
    step.ids.every((id) => id === element.id) &&
    step.classes.every((name) => element.classes.includes(name)) &&
    step.attributes.every(({ name, value }) => {
      const given = element.attributes[name];
      return given !== undefined && (value === null || given === value);
    })
  );
}
