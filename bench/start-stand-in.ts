import { startBenchChild } from './bench-child';
import type { StandInArguments, StandInMessage } from './temporal-stand-in';

/** A Temporal server that responds to every call after the same time. */
export interface StandIn {
  address: string;
  /** Refuses or accepts starts from now on. */
  limitStarts(isLimited: boolean): Promise<void>;
  /** Returns the calls since the last count, by method. */
  count(): Promise<Record<string, number>>;
  end(): void;
}

/** Starts the stand-in in its own process. */
export async function startStandIn(given: StandInArguments): Promise<StandIn> {
  const { ready, send, next, end } = await startBenchChild<StandInMessage>('temporal-stand-in.ts', given);
  const request = async (word: 'limit' | 'allow' | 'count'): Promise<Record<string, number>> => {
    const message = next();
    send(word);
    const received = await message;
    return received.kind === 'calls' ? received.calls : {};
  };
  return {
    address: ready.kind === 'ready' ? ready.address : '',
    limitStarts: async (isLimited) => void (await request(isLimited ? 'limit' : 'allow')),
    count: () => request('count'),
    end,
  };
}
