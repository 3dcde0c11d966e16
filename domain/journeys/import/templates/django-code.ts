import { Untranslatable } from './untranslatable';

/** Reads the code of Django's outputs and tags. */

export type Symbol =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: string }
  /** A path, a filter or a keyword. */
  | { kind: 'name'; value: string }
  | { kind: 'sign'; value: string };

const symbol =
  /\s*(?:(?<open>_\()?(?<text>"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')(?:(?<=["'])\))?|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|(?<name>[A-Za-z_$][\w$]*(?:\.[\w$-]+)*)|(?<sign>==|!=|<=|>=|[<>|:,=]))/y;

/** Limits the recursion of the parser. */
const longestCode = 2_000;

/** A list of symbols that is read from the front. */
export class DjangoCode {
  private at = 0;

  private constructor(private readonly symbols: readonly Symbol[]) {}

  /** @throws Untranslatable if the code cannot be read */
  static of(code: string): DjangoCode {
    if (code.length > longestCode) throw new Untranslatable(`It is longer than ${longestCode} characters.`);
    const symbols: Symbol[] = [];
    symbol.lastIndex = 0;
    while (symbol.lastIndex < code.trimEnd().length) {
      const from = symbol.lastIndex;
      const groups = symbol.exec(code)?.groups;
      if (groups === undefined) throw new Untranslatable(`"${code.slice(from).trim().slice(0, 50)}" cannot be read.`);
      const { text, number, name, sign } = groups;
      if (text !== undefined) symbols.push({ kind: 'text', value: text.slice(1, -1).replace(/\\(["'\\])/g, '$1') });
      else if (number !== undefined) symbols.push({ kind: 'number', value: number });
      else if (name !== undefined) symbols.push({ kind: 'name', value: name });
      else symbols.push({ kind: 'sign', value: sign as string });
    }
    return new DjangoCode(symbols);
  }

  get isEmpty(): boolean {
    return this.at >= this.symbols.length;
  }

  peek(offset = 0): Symbol | undefined {
    return this.symbols[this.at + offset];
  }

  /** @throws Untranslatable at the end */
  next(): Symbol {
    const found = this.symbols[this.at];
    if (found === undefined) throw new Untranslatable('It is not complete.');
    this.at += 1;
    return found;
  }

  /** Reads a name or sign if it comes next. */
  take(value: string): boolean {
    const found = this.peek();
    if (found === undefined || found.value !== value || found.kind === 'text') return false;
    this.at += 1;
    return true;
  }

  /** @throws Untranslatable if something else comes next */
  expect(value: string): void {
    if (!this.take(value)) throw new Untranslatable(`"${value}" is missing.`);
  }

  /** @throws Untranslatable if no name comes next */
  name(): string {
    const found = this.next();
    if (found.kind !== 'name') throw new Untranslatable(`"${found.value.slice(0, 50)}" is not a name.`);
    return found.value;
  }

  /** @throws Untranslatable if anything is left */
  end(): void {
    const rest = this.peek();
    if (rest !== undefined) throw new Untranslatable(`"${rest.value.slice(0, 50)}" cannot be read.`);
  }
}
