/** Events of history that a change of a conversion matches in its transaction; more are matched by a workflow. */
export const matchedAtOnce = 50_000;
