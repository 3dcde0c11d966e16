/** An undo history: previous states, the current one, and undone states. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** The subject of the last change. Consecutive changes with the same subject are one entry. */
  about: string | null;
}

const kept = 200;

export const begin = <State>(present: State): History<State> => ({ past: [], present, future: [], about: null });

/** @param about groups consecutive changes, such as typing in one field; null makes a separate entry */
export function change<State>(history: History<State>, next: State, about: string | null = null): History<State> {
  if (next === history.present) return history;
  const together = about !== null && about === history.about;
  const past = together ? history.past : [...history.past, history.present].slice(-kept);
  return { past, present: next, future: [], about };
}

export function undo<State>({ past, present, future, about }: History<State>): History<State> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future, about };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], about: null };
}

export function redo<State>({ past, present, future, about }: History<State>): History<State> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, about };
  return { past: [...past, present], present: next, future: rest, about: null };
}
