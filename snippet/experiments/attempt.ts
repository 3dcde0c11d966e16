/** Runs something that may fail, such as a change to a page that is not ours. What it throws ends here. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
