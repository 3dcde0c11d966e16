/** Creates work that logs a line when it starts, and ends when the test says so. */
export function heldWork(log: string[], name: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async (): Promise<string> => {
    log.push(name);
    await ended;
    return name;
  };
  return { run, end };
}

/** Resolves after everything that was ready to continue has run. */
export const nextLoop = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
