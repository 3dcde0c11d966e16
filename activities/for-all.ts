import { Context } from '@temporalio/activity';
import { withHeartbeat } from './heartbeat';

/** Subjects that are worked through one after the other, page by page. */
export interface Work<Subject> {
  /** The next page after a subject, null for the first; empty at the end. */
  listAfter: (after: Subject | null) => Promise<Subject[]>;
  work: (subject: Subject) => Promise<void>;
  /** What is said of those that failed. */
  failed: (count: number) => string;
}

/** One that fails is passed over. @throws AggregateError once all the others were done, when any has failed */
export const forAll = <Subject>({ listAfter, work, failed }: Work<Subject>): Promise<void> =>
  withHeartbeat(async () => {
    const failures: unknown[] = [];
    let page = await listAfter(null);
    while (page.length > 0) {
      for (const subject of page) {
        Context.current().cancellationSignal.throwIfAborted();
        await work(subject).catch((error: unknown) => failures.push(error));
      }
      page = await listAfter(page.at(-1) ?? null);
    }
    if (failures.length > 0) throw new AggregateError(failures, failed(failures.length));
  });
