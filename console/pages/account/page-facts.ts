/**
 * Reads what the API wrote into the page of a link (api/console/console-page.ts).
 * @returns null if the page was not opened by its link
 */
export function readPageFacts<Facts>(): Facts | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="apex-facts"]')?.content ?? '';
  return content === '' ? null : (JSON.parse(content) as Facts);
}
