import {
  defaultTreeAdapter,
  Parser,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type ParserOptions,
  type Token,
  Tokenizer,
} from 'parse5';

/** HTML is nested deeper than browsers support, or makes a parser repeat too many elements. */
export class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply';
  constructor() {
    super('is nested too deeply');
  }
}

/** The most open elements, as in browsers. A parser compares each tag with all of them. */
const deepest = 512;
/** The most elements: a base plus a number per character. A parser repeats unclosed `b` elements in each paragraph. */
const maxElements = { base: 1_000, perCharacter: 0.5 };

/** Parses HTML as browsers do. */
export function parseDocument(html: string): DefaultTreeAdapterTypes.Document {
  const parser = new BoundedParser(html);
  parser.read();
  return parser.document;
}

/**
 * A parser that takes linear time.
 * @throws NestedTooDeeply while it reads
 */
export class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  constructor(
    protected readonly html: string,
    options: ParserOptions<DefaultTreeAdapterMap> = {},
  ) {
    let left = maxElements.base + html.length * maxElements.perCharacter;
    const createElement: typeof defaultTreeAdapter.createElement = (...given) => {
      left -= 1;
      if (left < 0) throw new NestedTooDeeply();
      return defaultTreeAdapter.createElement(...given);
    };
    // Repeated tags of the body may have any number of attributes.
    const adoptAttributes = (): void => undefined;
    super({
      scriptingEnabled: false,
      ...options,
      treeAdapter: { ...defaultTreeAdapter, createElement, adoptAttributes },
    });
    this.tokenizer = new BoundedTokenizer(this.options, this);
  }

  read(): void {
    this.tokenizer.write(this.html, true);
  }

  override onItemPush(...given: Parameters<Parser<DefaultTreeAdapterMap>['onItemPush']>): void {
    if (this.openElements.stackTop > deepest) throw new NestedTooDeeply();
    super.onItemPush(...given);
  }
}

/** The most attributes of a tag. Each is compared with all earlier ones. */
const maxAttributes = 1_000;

/** A tokenizer that takes linear time. */
export class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    if ((this.currentToken as Token.TagToken).attrs.length < maxAttributes) super._leaveAttrName();
  }
}
