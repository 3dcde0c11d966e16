import type { DigestItem } from './attention';
import type { DigestContent, DigestFigure } from './digest-content';

const blocks = '▁▂▃▄▅▆▇█';

/**
 * Renders a digest as the text of a message.
 * @param consoleUrl base of links, without a trailing slash
 */
export function digestText({ intro, figures, notes, sections }: DigestContent, consoleUrl: string): string {
  return [
    intro,
    figures.map(figureLine).join('\n'),
    notes.join('\n'),
    ...sections.map(({ title, items }) =>
      [title.toUpperCase(), ...items.map((item) => lineOf(item, consoleUrl))].join('\n'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const figureLine = ({ label, value, change, days }: DigestFigure): string =>
  `${label}: ${value}${change === null ? '' : ` (${change})`}${days === null ? '' : `  ${sparkline(days)}`}`;

/** Draws a character for each day, scaled to the largest value. */
function sparkline(days: readonly number[]): string {
  const most = Math.max(...days, 0);
  return days
    .map((value) => blocks.charAt(most === 0 ? 0 : Math.round((Math.max(0, value) / most) * (blocks.length - 1))))
    .join('');
}

const lineOf = ({ name, text, path }: DigestItem, consoleUrl: string): string =>
  `- ${name}: ${text}\n  ${consoleUrl}${path}`;
