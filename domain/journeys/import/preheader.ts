/** The start of the body, outside comments. */
const bodyStart = /<!--[\s\S]*?-->|<body\b[^>]*>/gi;
const headEnd = /<\/head\s*>|<html\b[^>]*>|<!doctype\b[^>]*>/gi;

/** Adds a hidden preheader to the start of a message. Mail programs show it after the subject. */
export function withPreheader(html: string, preheader: string): string {
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>`;
  const body = [...html.matchAll(bodyStart)].find(([tag]) => !tag.startsWith('<!--'));
  const start = body ?? [...html.matchAll(headEnd)].at(-1);
  const at = start === undefined ? 0 : start.index + start[0].length;
  return html.slice(0, at) + hidden + html.slice(at);
}
