import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A process next to the benchmark, which works between `start` and `stop` and then reports its result. */
export interface BenchChild<Message> {
  /** The first message. */
  ready: Message;
  send(word: string): void;
  /** @throws Error if the process ends instead */
  next(): Promise<Message>;
  end(): void;
}

/**
 * Starts a file of this folder, and waits for its first message.
 * @param options.detached in its own session, so that it can lower its priority
 */
export async function startBenchChild<Message>(
  file: string,
  given: object,
  { detached = false } = {},
): Promise<BenchChild<Message>> {
  const child = fork(path.join(__dirname, file), [JSON.stringify(given)], { execArgv: ['--import', 'tsx'], detached });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error(`The process of bench/${file} ended.`)));
  });
  ended.catch(() => undefined);
  const next = async (): Promise<Message> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
    return message;
  };
  return { ready: await next(), send: (word) => void child.send(word), next, end: () => child.disconnect() };
}
