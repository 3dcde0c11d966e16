/** A part of a statement that performs several operations in one round trip, each for several items. */
export interface StatementPart<Item, Row, Result> {
  /**
   * Common table expressions with unique names across parts. Their changes are committed together with those of other
   * parts.
   */
  ctes: string;
  /** A query on the common table expressions. */
  rows: string;
  /** Returns the bindings; their names are unique across parts. */
  bindings: (items: readonly Item[]) => Record<string, unknown>;
  /** Returns the result of each item, in order. */
  results: (items: readonly Item[], rows: readonly Row[]) => Result[];
}
