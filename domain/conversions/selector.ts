import { readCssTokens, type CssToken } from './css-tokens';

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
  classes: ReadonlySet<string>;
  attributes: Readonly<Record<string, string>>;
}

/** What has more than these is no selector, and no path: what is done with one grows with it. */
const maxTokens = 500;
const maxPath = 4_000;
const maxElements = 100;

/** @returns null when it is no selector, or one that is not supported */
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
 * The elements that a path of the snippet names (`main > form#signup > button.primary`), outermost first. A path that was cut
 * short in the middle of a step, as the snippet once did, loses this step and what is inside it. One that is longer than any of the snippet's has no elements.
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

/** Whether a selector names the last of some elements, each of which is the parent of the next. */
export const matchesSelector = (selector: Selector, elements: readonly KnownElement[]): boolean =>
  selector.some((steps) => matchesSteps(steps, elements));

/** From the element outwards, over all places where a step may stand, in a time of steps × elements. */
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

/** Where the step before may stand: each place once. */
function outwards(combinator: Step['combinator'], places: readonly number[]): number[] {
  if (combinator === 'child') return places.map((place) => place - 1);
  // Every ancestor of the innermost one: those of the others are among them.
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
