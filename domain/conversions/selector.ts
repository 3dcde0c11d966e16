import { readCssTokens, type CssToken } from './css-tokens';

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
  const tokens = readCssTokens(source.trim(), maxTokens);
  const alternatives: Step[][] = [[]];
  let step: Step | null = null;
  let combinator: Step['combinator'] = null;
  for (const token of tokens ?? []) {
    if (token.kind === 'separator') {
      if (step === null) return null;
      step = null;
      combinator = token.separator === ',' ? null : token.separator === '>' ? 'child' : 'descendant';
      if (token.separator === ',') alternatives.push([]);
      continue;
    }
    if (step === null) {
      step = { combinator, tag: null, ids: [], classes: [], attributes: [] };
      alternatives[alternatives.length - 1]?.push(step);
    } else if (token.kind === 'tag' || token.kind === 'any') return null;
    addToken(step, token);
  }
  return step === null ? null : alternatives;
}

function addToken(step: Step, token: Exclude<CssToken, { kind: 'separator' }>): void {
  if (token.kind === 'tag') step.tag = token.name.toLowerCase();
  if (token.kind === 'id') step.ids.push(token.name);
  if (token.kind === 'class') step.classes.push(token.name);
  if (token.kind === 'attribute') step.attributes.push({ name: token.name, value: token.value });
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
