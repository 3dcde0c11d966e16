import { escapeHtml } from './escape-html';
import { httpUrlOf } from './http-url';
import { hasMarks, marked, withoutMarks } from './value-marks';

/** A button as HTML, with marks around values, and as text. */
export interface Button {
  label: string;
  url: string;
  text: string;
}

interface ReadButton {
  button: Button | null;
  /** Why a value makes the URL unsafe; null if it does not. */
  problem: string | null;
  /** Why there is no button, for its author; null if there is one, or if none is intended. */
  warning: string | null;
}

/** Reads a button from the output of its slots, with marks around unescaped values. */
export function readButton(ctaLabel: string, ctaUrl: string): ReadButton {
  const written = withoutMarks(ctaUrl).trim();
  // Authors copy URLs from HTML. A parameter never starts with `amp;`.
  const address = httpUrlOf(written.replaceAll('&amp;', '&'));
  const text = withoutMarks(ctaLabel).trim();
  if (address === null) {
    if (hasMarks(ctaUrl)) return withoutButton('the value in ctaUrl is not an absolute http or https URL');
    if (text === '') return withoutButton();
    const fault = written === '' ? 'its URL is empty' : 'its URL is not an absolute http or https URL';
    return withoutButton(null, `The button is missing because ${fault}.`);
  }
  if (text === '') return withoutButton(null, 'The button is missing because its text is empty.');
  const url = escapeHtml(address);
  const label = escapeHtml(ctaLabel).trim();
  return {
    button: { label, url: hasMarks(ctaUrl) ? marked(url) : url, text: `${text}: ${address}` },
    problem: null,
    warning: null,
  };
}

const withoutButton = (problem: string | null = null, warning: string | null = null): ReadButton => ({
  button: null,
  problem,
  warning,
});

/** Returns why a stored `ctaUrl` can never become a URL, whatever the values; null if it can. */
export function buttonUrlProblem(source: string): string | null {
  const [literal = ''] = source.trim().split(/\{[{%]/);
  const hasLiquid = literal.length < source.trim().length;
  const start = literal.toLowerCase();
  if (literal === '' || (hasLiquid && ['http://', 'https://'].some((scheme) => scheme.startsWith(start)))) return null;
  if (!/^https?:\/\//.test(start)) return `The button URL must be an absolute http or https URL. Start with https://`;
  return hasLiquid || httpUrlOf(literal) !== null ? null : 'The button URL is not valid. Check its host.';
}
