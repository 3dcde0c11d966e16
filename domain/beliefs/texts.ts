/** The texts of a belief. */
export interface BeliefTexts {
  statement: string;
  /** Null if it equals the statement. */
  claim: string | null;
}

export interface SubmittedTexts {
  statement?: string | undefined;
  claim?: string | undefined;
}

/**
 * Returns the texts of a belief after a change. With a single text, either field replaces it. With two texts, each
 * field replaces its own.
 * @param held null for a new belief; `given` then has at least one text
 */
export function beliefTexts(given: SubmittedTexts, held: BeliefTexts | null): BeliefTexts {
  const hasOneText = held === null || held.claim === null;
  const statement = given.statement ?? (hasOneText ? given.claim : undefined) ?? held?.statement ?? '';
  const claim = given.claim ?? held?.claim ?? null;
  return { statement, claim: claim === statement ? null : claim };
}
