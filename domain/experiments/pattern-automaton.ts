/**
 * The positions of a regular expression at which a character is read (Glushkov, "The abstract theory of automata",
 * 1961): which positions can follow each other, and which characters each one reads. Counted repetitions are written
 * out. Assertions read nothing and count as true.
 */
export interface PatternAutomaton {
  /**
   * The characters that a position reads: one bit for each character of printable ASCII, which addresses consist of.
   */
  reads: bigint[];
  /** Possible next positions, by position. */
  follow: Set<number>[];
  /** Positions at which a match may start. */
  first: number[];
}

/** One piece of an expression: an escape, a class, a bracket, a bar, a quantifier, or a single character. */
export const patternToken = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?:\?:|\?)?|\)|\||(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/g;

export interface Quantifier {
  min: number;
  max: number;
}

export function parseQuantifier(piece: string): Quantifier | null {
  if (/^\*\??$/.test(piece)) return { min: 0, max: Infinity };
  if (/^\+\??$/.test(piece)) return { min: 1, max: Infinity };
  if (/^\?\??$/.test(piece)) return { min: 0, max: 1 };
  const [, min, comma, max] = /^\{(\d+)(,)?(\d*)\}/.exec(piece) ?? [];
  if (min === undefined) return null;
  if (comma === undefined) return { min: Number(min), max: Number(min) };
  return { min: Number(min), max: max === '' ? Infinity : Number(max) };
}

/** A part of an expression: the positions at which it starts and ends, and whether it can match the empty text. */
interface Part {
  first: number[];
  last: number[];
  canBeEmpty: boolean;
  /** Whether it matches only at the start of a text. */
  isAnchored: boolean;
}

const nothing: Part = { first: [], last: [], canBeEmpty: true, isAnchored: false };

/**
 * Reads a valid expression without lookarounds and back references. An expression that is not anchored to the start of
 * the text gets position 0 in front, which reads any character, because a backtracking matcher tries it at every place.
 */
export function readPattern(source: string): PatternAutomaton {
  const reader = new Reader(source.match(patternToken) ?? []);
  const whole = reader.alternatives();
  const { reads, follow } = reader;
  if (whole.isAnchored) return { reads, follow, first: whole.first };
  follow[0] = new Set([0, ...whole.first]);
  return { reads, follow, first: [0] };
}

class Reader {
  /** Position 0 reads the text before a match. */
  readonly reads: bigint[] = [charactersOf('[^]')];
  readonly follow: Set<number>[] = [new Set()];
  private at = 0;

  constructor(private readonly pieces: readonly string[]) {}

  alternatives(): Part {
    const parts = [this.sequence()];
    while (this.pieces[this.at] === '|') {
      this.at += 1;
      parts.push(this.sequence());
    }
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
      isAnchored: parts.every(({ isAnchored }) => isAnchored),
    };
  }

  private sequence(): Part {
    let whole = nothing;
    while (this.at < this.pieces.length && !['|', ')'].includes(this.pieces[this.at] ?? ''))
      whole = this.join(whole, this.repetition());
    return whole;
  }

  private repetition(): Part {
    const from = this.at;
    const once = this.atom();
    const after = this.at;
    const quantifier = parseQuantifier(this.pieces[after] ?? '');
    if (quantifier === null) return once;
    let unused: Part | null = once;
    const copy = (): Part => {
      const given = unused;
      unused = null;
      this.at = from;
      return given ?? this.atom();
    };
    const whole = this.repeat(copy, quantifier);
    this.at = after + 1;
    return whole;
  }

  /** Writes a repetition out: `a{1,3}` is `a(?:a(?:a)?)?`, and `a{2,}` is `aa+`. */
  private repeat(copy: () => Part, { min, max }: Quantifier): Part {
    let whole = nothing;
    let needed = min;
    if (max === Infinity) {
      whole = copy();
      this.link(whole.last, whole.first);
      if (min === 0) whole = optional(whole);
      needed = min - 1;
    } else {
      for (let count = min; count < max; count += 1) whole = optional(this.join(copy(), whole));
    }
    for (let count = 0; count < needed; count += 1) whole = this.join(copy(), whole);
    return whole;
  }

  private atom(): Part {
    const piece = this.pieces[this.at] ?? '';
    this.at += 1;
    if (piece.startsWith('(')) {
      const group = this.alternatives();
      this.at += 1;
      return group;
    }
    if (/^(?:[$^]|\\[bB])$/.test(piece)) return { ...nothing, isAnchored: piece === '^' };
    const position = this.reads.push(charactersOf(piece)) - 1;
    this.follow.push(new Set());
    return { first: [position], last: [position], canBeEmpty: false, isAnchored: false };
  }

  private join(one: Part, next: Part): Part {
    this.link(one.last, next.first);
    return {
      first: one.canBeEmpty ? [...one.first, ...next.first] : one.first,
      last: next.canBeEmpty ? [...one.last, ...next.last] : next.last,
      canBeEmpty: one.canBeEmpty && next.canBeEmpty,
      isAnchored: one.isAnchored || (one.first.length === 0 && next.isAnchored),
    };
  }

  private link(from: readonly number[], to: readonly number[]): void {
    for (const position of from) for (const next of to) this.follow[position]?.add(next);
  }
}

/** Makes a part optional. An optional part does not anchor an expression. */
const optional = (part: Part): Part => ({ ...part, canBeEmpty: true, isAnchored: false });

function charactersOf(piece: string): bigint {
  const one = new RegExp(`^(?:${piece})$`);
  let characters = 0n;
  for (let code = 0x21; code <= 0x7e; code += 1)
    if (one.test(String.fromCharCode(code))) characters |= 1n << BigInt(code);
  return characters;
}
