import { AttributeAction, parse, SelectorType, type AttributeSelector, type Selector as CssToken } from 'css-what';

/**
 * Matches CSS selectors with what the snippet sends about a click or a form: types, ids, classes, `*`, attributes by
 * presence or equality, descendants, children and lists. Pseudo-classes and siblings are not supported, because the
 * events do not contain the data for them.
 */

/** A compound selector, such as `button#buy.primary[name=go]`. */
interface Compound {
  tag: string | null;
  ids: string[];
  classes: string[];
  attributes: { name: string; value: string | null }[];
}

interface Step extends Compound {
  /** Relation to the previous step; null for the first. */
  combinator: 'child' | 'descendant' | null;
}

/** A parsed selector: the alternatives of a list, each from the outermost step to the element itself. */
export type Selector = Step[][];

/** The known properties of an element. */
export interface KnownElement {
  tag: string;
  id: string | null;
  classes: ReadonlySet<string>;
  attributes: Readonly<Record<string, string>>;
}

/** Limits on selectors and paths, because matching takes longer with their size. Larger ones are invalid. */
const maxTokens = 500;
const maxPath = 4_000;
const maxElements = 100;

/**
 * Parses a selector.
 * @returns null if it is invalid or not supported
 */
export function parseSelector(source: string): Selector | null {
  if (!hasSupportedText(source)) return null;
  const parsed = parseCss(source);
  if (parsed === null || parsed.length === 0 || parsed.flat().length > maxTokens) return null;
  const alternatives = parsed.map(stepsOf);
  return alternatives.every((steps) => steps !== null) ? alternatives : null;
}

const escapes = /\\(?:[\da-f]{1,6}\s?|[^\n])/gi;
const quotedValues = /=\s*(?:"[^"\n]*"|'[^'\n]*')/g;

/** Other punctuation than that of supported selectors. */
const otherPunctuation = /[^\w\s\u0080-\uffff#.,>*[\]=-]/;
/** A name that starts with a digit, or with a hyphen before anything that is not part of a name. */
const invalidName = /(?:^|[\s#.,>*[=])(?:-?\d|-(?![\w\u0080-\uffff-]))/;
/** An attribute without a name, or a value without quotes that is not a name. */
const invalidAttribute = /\[\s*=|=\s*[^\]\s]*[#.,>*=[]/;

/** Checks what css-what accepts although CSS does not. Takes time linear in the length. */
function hasSupportedText(source: string): boolean {
  const text = source.replace(escapes, 'x').replace(quotedValues, '=x');
  return ![otherPunctuation, invalidName, invalidAttribute].some((pattern) => pattern.test(text));
}

function parseCss(source: string): CssToken[][] | null {
  try {
    return parse(source);
  } catch {
    return null;
  }
}

function stepsOf(tokens: readonly CssToken[]): Step[] | null {
  const steps: Step[] = [];
  let combinator: Step['combinator'] = null;
  let isNew = true;
  for (const token of tokens) {
    if (token.type === SelectorType.Child || token.type === SelectorType.Descendant) {
      if (isNew) return null;
      combinator = token.type === SelectorType.Child ? 'child' : 'descendant';
      isNew = true;
      continue;
    }
    if (isNew) steps.push({ combinator, tag: null, ids: [], classes: [], attributes: [] });
    else if (token.type !== SelectorType.Attribute) return null;
    if (!addToken(steps[steps.length - 1] as Step, token)) return null;
    isNew = false;
  }
  return isNew ? null : steps;
}

/** @returns false if the token is not supported */
function addToken(step: Step, token: CssToken): boolean {
  if (token.type === SelectorType.Tag && token.namespace === null) step.tag = token.name.toLowerCase();
  else if (token.type === SelectorType.Attribute) return addAttribute(step, token);
  else return token.type === SelectorType.Universal && token.namespace === null;
  return true;
}

function addAttribute(step: Step, { name, action, value, ignoreCase }: AttributeSelector): boolean {
  // css-what reads `#x` and `.x` as attributes whose case depends on the document.
  if (ignoreCase === 'quirks') (action === AttributeAction.Element ? step.classes : step.ids).push(value);
  else if (ignoreCase !== null) return false;
  else if (action === AttributeAction.Exists) step.attributes.push({ name: name.toLowerCase(), value: null });
  else if (action === AttributeAction.Equals) step.attributes.push({ name: name.toLowerCase(), value });
  else return false;
  return true;
}

/**
 * Returns the elements of a path from the snippet (`main > form#signup > button.primary`), outermost first. Older
 * snippets could cut a path off within a step: that step and everything inside it are dropped. A path that is longer
 * than the snippet ever sends has no elements.
 */
export function parsePath(path: string): KnownElement[] {
  const elements: KnownElement[] = [];
  if (path.length > maxPath) return elements;
  const pieces = path.split(' > ');
  if (pieces.length > maxElements) return elements;
  for (const piece of pieces) {
    const steps = parseSelector(piece);
    const step = steps?.[0]?.[0];
    if (steps?.length !== 1 || steps[0]?.length !== 1 || typeof step?.tag !== 'string') break;
    elements.push({ tag: step.tag, id: step.ids[0] ?? null, classes: new Set(step.classes), attributes: {} });
  }
  return elements;
}

/** Returns whether a selector matches the last element of a list in which each element is the parent of the next. */
export const matchesSelector = (selector: Selector, elements: readonly KnownElement[]): boolean =>
  selector.some((steps) => matchesSteps(steps, elements));

/**
 * Matches the steps from the element outward and keeps every possible place. Takes time proportional to steps ×
 * elements.
 */
function matchesSteps(steps: readonly Step[], elements: readonly KnownElement[]): boolean {
  let places = [elements.length - 1];
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index] as Step;
    const matching = places.filter((place) => isNamedBy(step, elements[place]));
    if (matching.length === 0) return false;
    places = outwards(step.combinator, matching);
  }
  return true;
}

/** Returns the places where the previous step may match, without duplicates. */
function outwards(combinator: Step['combinator'], places: readonly number[]): number[] {
  if (combinator === 'child') return places.map((place) => place - 1);
  // All ancestors of the innermost element: they include the ancestors of the others.
  return combinator === 'descendant' ? Array.from({ length: Math.max(...places) }, (_, index) => index) : [];
}

function isNamedBy(step: Compound, element: KnownElement | undefined): boolean {
  if (element === undefined) return false;
  return (
    (step.tag === null || step.tag === element.tag) &&
    step.ids.every((id) => id === element.id) &&
    step.classes.every((name) => element.classes.has(name)) &&
    step.attributes.every(({ name, value }) => {
      const given = element.attributes[name];
      return given !== undefined && (value === null || given === value);
    })
  );
}
