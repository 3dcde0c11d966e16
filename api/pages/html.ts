import { escapeHtml } from '../../domain/email/escape-html';

/** Html that may stand in a page as it is. */
export class Html {
  constructor(readonly source: string) {}
}

type Value = string | number | Html | readonly Html[];

/** A template of html: values are escaped, unless they are html themselves. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = literals.map((literal, index) => (index === 0 ? literal : sourceOf(values[index - 1] ?? '') + literal));
  return new Html(parts.join(''));
}

function sourceOf(value: Value): string {
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('');
  return escapeHtml(String(value));
}
