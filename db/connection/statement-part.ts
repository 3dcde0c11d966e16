/** A part of a statement that does several things at once, each for several items. */
export interface StatementPart<Item, Row, Result> {
  /** Common table expressions, named like no other part's; what they change is committed with the others. */
  ctes: string;
  /** A query of them. */
  rows: string;
  /** Named like no other part's. */
  bindings: (items: readonly Item[]) => Record<string, unknown>;
  /** Of each item, in their order. */
  results: (items: readonly Item[], rows: readonly Row[]) => Result[];
}
