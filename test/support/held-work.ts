/** A piece of work that begins with a line in a log, and ends when the test says so. */
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

/** What was ready to go on has gone on. */
export const nextLoop = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
