/** Reads the facts that the API wrote into a page of the console; null for a page without any. */
export function pageFacts(html: string): unknown {
  const content = /<meta name="apex-facts" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const references: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#34;': '"', '&#39;': "'" };
  const text = content.replace(/&(amp|lt|gt|#34|#39);/g, (reference) => references[reference] ?? '');
  return text === '' ? null : JSON.parse(text);
}
