import type { z } from 'zod';
import type { findingCodes, installCheck } from './schemas';

/** Something that the install check found on a page. */
export interface Finding {
  code: (typeof findingCodes)[number];
  severity: 'good' | 'info' | 'warning' | 'error';
  message: string;
  /** What to do; null for nothing. */
  remedy: string | null;
}

const create =
  (severity: Finding['severity']) =>
  (code: Finding['code'], message: string, remedy: string | null = null): Finding => ({
    code,
    severity,
    message,
    remedy,
  });

export const good = create('good');
export const info = create('info');
export const warning = create('warning');
export const error = create('error');

/** Findings about an address without a page that can be checked. */
const withoutPage: ReadonlySet<Finding['code']> = new Set([
  'unreachable',
  'not_public',
  'too_many_redirects',
  'error_status',
  'not_html',
  'unreadable',
]);

/**
 * The result of a check: its most severe finding, `unknown` if the snippet may be added in the browser, or
 * `not_checked` without a page.
 */
export function resultOf(findings: readonly Finding[]): z.infer<typeof installCheck>['result'] {
  if (findings.some(({ code }) => withoutPage.has(code))) return 'not_checked';
  const has = (severity: Finding['severity']): boolean => findings.some((finding) => finding.severity === severity);
  if (has('error')) return 'error';
  if (has('warning')) return 'warning';
  return has('good') ? 'good' : 'unknown';
}

/** The advice for everything that only a browser sees. */
export const openInBrowser = 'Open the page in your browser and wait for its first event.';
