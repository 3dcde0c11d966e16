import type { Severity } from '../schemas';

/**
 * A part of a template has no equivalent in Apex. The message follows "The tag … was removed." The severity is `error`,
 * unless recipients do not need the part.
 */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
  constructor(
    message: string,
    readonly severity: Severity = 'error',
  ) {
    super(message);
  }
}

/** Rejects the postal address of the sender. */
export const postalAddress = (): Untranslatable =>
  new Untranslatable('The footer of Apex contains the postal address of the workspace.', 'warning');

/** Rejects a part that Apex has no equivalent for. */
export const noEquivalent = (): Untranslatable => new Untranslatable('It has no equivalent in Apex.');

/** Rejects a variable that is not available when a message is sent. */
export const unknownVariable = (path: string): Untranslatable =>
  new Untranslatable(`The variable "${path.slice(0, 100)}" has no equivalent in Apex.`);

/** Rejects a filter that has no equivalent. */
export const unknownFilter = (name: string): Untranslatable =>
  new Untranslatable(`The filter "${name.slice(0, 100)}" has no equivalent in Apex.`);
