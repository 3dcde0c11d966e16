import { Worker, type ReplayWorkerOptions } from '@temporalio/worker';
import type { Recorded, Source } from './recorded';

export interface Refusal extends Omit<Recorded, 'history'> {
  reason: string;
}

export interface CheckResult {
  /** Replayed histories by workflow type. */
  checked: Map<string, number>;
  refusals: Refusal[];
}

/**
 * Replays histories, one after another, with the workflow code of a bundle.
 * @param report receives the number of replayed histories after each
 */
export async function replayAll(
  options: Pick<ReplayWorkerOptions, 'workflowBundle' | 'dataConverter'>,
  { histories }: Pick<Source, 'histories'>,
  report: (replayed: number) => void,
): Promise<CheckResult> {
  const checked = new Map<string, number>();
  const refusals: Refusal[] = [];
  let recorded: Recorded | undefined;
  let replayed = 0;
  async function* read(): AsyncGenerator<Recorded> {
    for await (recorded of histories) yield recorded;
  }
  for await (const { error } of Worker.runReplayHistories(options, read())) {
    const { workflowId, runId, type } = recorded!;
    checked.set(type, (checked.get(type) ?? 0) + 1);
    if (error !== undefined) refusals.push({ workflowId, runId, type, reason: reasonOf(error) });
    report((replayed += 1));
  }
  return { checked, refusals };
}

const longestReason = 500;

/** Returns the reason as one line. The core wraps an error of workflow code in its debug output, with a stack trace. */
function reasonOf({ message }: Error): string {
  const [, thrown] = /Failure \{ message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  return (thrown ?? message).replaceAll(/\s+/g, ' ').trim().slice(0, longestReason);
}

/** The reason if this process lacks the key of a history. */
export const isMissingKey = ({ reason }: Refusal): boolean => /binary\/encrypted|TEMPORAL_CODEC_KEYS/.test(reason);
