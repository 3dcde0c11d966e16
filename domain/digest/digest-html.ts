import { escapeHtml } from '../email/escape-html';
import type { DigestItem } from './attention';
import type { DigestContent, DigestFigure } from './digest-content';

/**
 * Renders a digest as the body slot of a message. Colors are inherited, so that mail programs can darken the message;
 * the bars have a color that is visible on both backgrounds.
 */

const tallest = 24;
const barColor = '#6366f1';
const cell = 'padding:8px 0;border-top:1px solid rgba(148,163,184,0.5);vertical-align:middle';

/** @param consoleUrl base of links, without a trailing slash */
export function digestHtml({ intro, figures, notes, sections }: DigestContent, consoleUrl: string): string {
  const parts = [
    `<p style="margin:0">${text(intro)}</p>`,
    ...(figures.length === 0 ? [] : [figureTable(figures)]),
    ...(notes.length === 0 ? [] : [`<p style="margin:12px 0 0;font-size:14px">${notes.map(text).join('<br>')}</p>`]),
    ...sections.map(({ title, items }) => sectionOf(title, items, consoleUrl)),
  ];
  return parts.join('');
}

const figureTable = (figures: readonly DigestFigure[]): string =>
  '<table width="100%" cellpadding="0" cellspacing="0" ' +
  'style="margin-top:16px;border-collapse:collapse;color:inherit;font-size:14px;line-height:1.4">' +
  `<tbody>${figures.map(figureRow).join('')}</tbody></table>`;

const figureRow = ({ label, value, change, days }: DigestFigure): string =>
  `<tr><th scope="row" align="left" style="${cell};font-weight:400">${text(label)}</th>` +
  `<td align="right" style="${cell};padding-left:8px"><strong style="font-size:16px;white-space:nowrap">${text(value)}</strong>` +
  `${change === null ? '' : `<br><span style="font-size:12px">${text(change)}</span>`}</td>` +
  `<td align="right" width="78" style="${cell};padding-left:8px">${days === null ? '' : bars(label, days)}</td></tr>`;

/** Draws a bar for each day as a table, which every mail program shows. */
function bars(label: string, days: readonly number[]): string {
  const most = Math.max(...days, 0);
  const alternative = `${label} by day: ${days.map((value) => value.toLocaleString('en-US')).join(', ')}`;
  const cells = days.map((value) => {
    const height = most === 0 ? 1 : Math.max(1, Math.round((Math.max(0, value) / most) * tallest));
    const bar = `width:8px;height:${height}px;background-color:${barColor};font-size:0;line-height:0`;
    return `<td valign="bottom" style="height:${tallest}px;padding:0 0 0 2px"><div style="${bar}">&nbsp;</div></td>`;
  });
  return (
    `<table role="img" aria-label="${text(alternative)}" cellpadding="0" cellspacing="0" style="border-collapse:collapse">` +
    `<tbody><tr>${cells.join('')}</tr></tbody></table>`
  );
}

const sectionOf = (title: string, items: readonly DigestItem[], consoleUrl: string): string =>
  `<h2 style="margin:28px 0 4px;font-size:18px;line-height:1.3">${text(title)}</h2>` +
  `<ul style="margin:0;padding:0 0 0 20px">${items
    .map(
      ({ name, text: words, path }) =>
        `<li style="margin:6px 0"><a href="${text(consoleUrl + path)}">${text(name)}</a>: ${text(words)}</li>`,
    )
    .join('')}</ul>`;

/** Also escapes the start of Liquid tags: the body is a template, and names can contain any text. */
const text = (value: string): string => escapeHtml(value).replaceAll('{', '&#123;');
