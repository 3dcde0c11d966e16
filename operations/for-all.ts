interface Work<Subject> {
  /** Lists the next page after a subject; null for the first page. */
  listAfter: (after: Subject | null) => Promise<Subject[]>;
  work: (subject: Subject) => Promise<void>;
  /** The message of the error, from the number of failed subjects. */
  failed: (count: number) => string;
}

/**
 * Processes subjects one after the other, page by page. Continues after a failure.
 * @throws AggregateError at the end if any failed; the signal's reason if it is aborted
 */
export async function forAll<Subject>(signal: AbortSignal, { listAfter, work, failed }: Work<Subject>): Promise<void> {
  const failures: unknown[] = [];
  let page = await listAfter(null);
  while (page.length > 0) {
    for (const subject of page) {
      signal.throwIfAborted();
      await work(subject).catch((error: unknown) => failures.push(error));
    }
    page = await listAfter(page.at(-1) ?? null);
  }
  if (failures.length > 0) throw new AggregateError(failures, failed(failures.length));
}
