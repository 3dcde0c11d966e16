import { findFooterPlace, type HidingPart } from './footer-place';
import { liquidTokens, type LiquidToken } from './liquid-tokens';
import { NestedTooDeeply } from './parse-document';

/**
 * Returns why the footer would not be visible in a marketing template, with the place; null if it would be. Values are
 * not known yet: a message is checked again when it is rendered.
 */
export function footerProblem(source: string): string | null {
  try {
    const part = hidingPart(source, 'all');
    // Each branch of a condition may open the same element.
    if (part === null || hidingPart(source, 'first') === null) return null;
    const before = source.slice(0, part.at).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    return `The unsubscribe footer would not be visible, because ${part.description} (${place}).`;
  } catch (error) {
    if (error instanceof NestedTooDeeply) return `The HTML ${error.message}.`;
    throw error;
  }
}

type Branches = 'all' | 'first';

const hidingPart = (source: string, branches: Branches): HidingPart | null =>
  findFooterPlace(withoutLiquid(source, branches)).hiddenBy;

/** Replaces outputs with letters, and tags, comments and other branches with spaces. Positions do not change. */
function withoutLiquid(source: string, branches: Branches): string {
  const blocks = new Blocks(branches);
  let view = '';
  for (const token of liquidTokens(source)) {
    view += blocks.shown(source.slice(view.length, token.from));
    blocks.enter(token);
    view += (token.isOutput ? 'x' : ' ').repeat(token.to - token.from);
  }
  return view + blocks.shown(source.slice(view.length));
}

/** The enclosing Liquid blocks of a position, to leave out text that is not output. */
class Blocks {
  private readonly open: { name: string; branches: number }[] = [];

  constructor(private readonly branches: Branches) {}

  enter({ isOutput, text }: LiquidToken): void {
    if (isOutput) return;
    const [name = ''] = /^\w+/.exec(text) ?? [];
    const block = this.open.at(-1);
    if (block?.name === 'comment' && name !== 'endcomment') return;
    if (/^(?:if|unless|case|for|tablerow|comment)$/.test(name))
      this.open.push({ name, branches: name === 'case' ? 0 : 1 });
    else if (/^(?:else|elsif|when)$/.test(name) && block !== undefined) block.branches += 1;
    else if (name === `end${block?.name ?? ''}`) this.open.pop();
  }

  shown(text: string): string {
    const isShown = this.open.every(
      ({ name, branches }) => name !== 'comment' && (this.branches === 'all' || branches <= 1),
    );
    return isShown ? text : ' '.repeat(text.length);
  }
}
