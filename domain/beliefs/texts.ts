/** What a belief says. */
export interface BeliefTexts {
  statement: string;
  /** Null when it is the statement. */
  claim: string | null;
}

export interface GivenTexts {
  statement?: string | undefined;
  claim?: string | undefined;
}

/**
 * What a belief says once some texts are given: one with a single text has it changed by either, one with two has each changed by its own.
 * @param held null before there is one, when `given` has a text at least
 */
export function beliefTexts(given: GivenTexts, held: BeliefTexts | null): BeliefTexts {
  const hasOneText = held === null || held.claim === null;
  const statement = given.statement ?? (hasOneText ? given.claim : undefined) ?? held?.statement ?? '';
  const claim = given.claim ?? held?.claim ?? null;
  return { statement, claim: claim === statement ? null : claim };
}
