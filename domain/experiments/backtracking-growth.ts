import { readPattern, type PatternAutomaton } from './pattern-automaton';

/** Maximum number of ambiguous choices in an expression, as a power of two: `(a|a)` is one. */
const maxChoiceBits = 8;
/** Maximum number of position combinations to examine. An expression that needs more counts as unbounded. */
const maxLookedAt = 300_000;

/**
 * Returns how the time of a backtracking matcher, such as a browser's, grows with the length of the text: 1 for linear,
 * 2 for quadratic, and so on; Infinity for faster than any power. It grows by one power for each pair of loops that can
 * split the same text between them, as in `a*a*` or `.*a.*b`.
 *
 * The result is an upper bound: the part after a loop may end it sooner.
 * Source: Weber and Seidl, "On the degree of ambiguity of finite automata" (1991); Weideman et al., "Analyzing matching
 * time behavior of backtracking regular expression matchers by using ambiguity of NFA" (2016).
 * @param source a valid expression, without lookarounds and back references
 */
export function growthOfBacktracking(source: string): number {
  const automaton = readPattern(source);
  if (choiceBits(automaton) > maxChoiceBits) return Infinity;
  const reach = automaton.follow.map((_next, position) => reachedFrom(automaton, position));
  const loops = automaton.follow
    .map((_next, position) => position)
    .filter((position) => reach[position]?.has(position));
  const budget = { left: maxLookedAt };
  const shared = new Map<number, number[]>();
  for (const loop of loops) {
    const others = loops.filter(
      (other) => other !== loop && reach[loop]?.has(other) && shareText(automaton, { loop, other, reach, budget }),
    );
    // If two loops lead to each other and share text, the number of ways multiplies with each round.
    if (budget.left < 0 || others.some((other) => reach[other]?.has(loop))) return Infinity;
    shared.set(loop, others);
  }
  return 1 + Math.max(0, ...loops.map(longestChain(shared, reach)));
}

function reachedFrom({ follow }: PatternAutomaton, from: number): Set<number> {
  const reached = new Set(follow[from]);
  for (const position of reached) for (const next of follow[position] ?? []) reached.add(next);
  return reached;
}

/** Returns the number of choices, in bits, between next positions that can read the same character. */
function choiceBits({ reads, follow }: PatternAutomaton): number {
  const bitsOf = (next: Set<number>): number => {
    const shares = [...next].map(
      (one) => [...next].filter((other) => ((reads[one] ?? 0n) & (reads[other] ?? 0n)) !== 0n).length,
    );
    return Math.log2(Math.max(1, ...shares));
  };
  return follow.reduce((sum, next) => sum + bitsOf(next), 0);
}

interface TwoLoops {
  loop: number;
  other: number;
  reach: readonly Set<number>[];
  budget: { left: number };
}

/**
 * Positions of the matcher on three ways through the same text: one stays in a loop, one moves to the other loop, one
 * stays in the other loop.
 */
type Ways = readonly [stays: number, moves: number, ends: number];

/**
 * Returns whether some text leads from a loop to itself, from it to the other loop, and from the other loop to itself.
 * The loops can then split the text at any place.
 */
function shareText(automaton: PatternAutomaton, given: TwoLoops): boolean {
  const { loop, other, budget } = given;
  const { reads, follow } = automaton;
  if (((reads[loop] ?? 0n) & (reads[other] ?? 0n)) === 0n) return false;
  const seen = new Set<number>();
  const waiting: Ways[] = [[loop, loop, other]];
  for (const ways of waiting) {
    for (const next of goOn(automaton, ways, given)) {
      const [stays, moves, ends] = next;
      if (stays === loop && moves === other && ends === other) return true;
      const name = (stays * follow.length + moves) * follow.length + ends;
      if (seen.has(name)) continue;
      seen.add(name);
      if ((budget.left -= 1) < 0) return false;
      waiting.push(next);
    }
  }
  return false;
}

/** Reads one more character on all three ways, and keeps only ways that can still reach their ends. */
function goOn(
  { reads, follow }: PatternAutomaton,
  [stays, moves, ends]: Ways,
  { loop, other, reach }: TwoLoops,
): Ways[] {
  const nextTowards = (from: number, to: number): number[] =>
    [...(follow[from] ?? [])].filter((next) => next === to || reach[next]?.has(to));
  const [staying, moving, ending] = [nextTowards(stays, loop), nextTowards(moves, other), nextTowards(ends, other)];
  const pairs = staying.flatMap((one) =>
    moving.map((two) => ({ one, two, both: (reads[one] ?? 0n) & (reads[two] ?? 0n) })),
  );
  return pairs
    .filter(({ both }) => both !== 0n)
    .flatMap(({ one, two, both }) =>
      ending.filter((three) => (both & (reads[three] ?? 0n)) !== 0n).map((three) => [one, two, three] as const),
    );
}

/**
 * Returns a function that counts how many pairs of loops with shared text can follow each other, starting at a loop.
 */
function longestChain(shared: Map<number, number[]>, reach: readonly Set<number>[]): (loop: number) => number {
  const known = new Map<number, number>();
  const lengthFrom = (loop: number): number => {
    const found = known.get(loop);
    if (found !== undefined) return found;
    known.set(loop, 0);
    let longest = 0;
    for (const [first, others] of shared) {
      if (first !== loop && !reach[loop]?.has(first)) continue;
      for (const other of others) if (other !== loop) longest = Math.max(longest, 1 + lengthFrom(other));
    }
    known.set(loop, longest);
    return longest;
  };
  return lengthFrom;
}
