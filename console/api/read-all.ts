/** Reads all pages of a list, for pickers. */
export async function readAll<Row>(
  read: (query: { limit: number; cursor?: string }) => Promise<{ data: Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.data);
    cursor = page.nextCursor;
  }
  return rows;
}
