/**
 * Marks around what a variable puts into html, until the html is whole and it can be seen where each value came to stand. They are
 * characters that Unicode keeps for use inside a program: they are taken out of templates and values, so that no input can set them.
 */
export const markStart = '\uFDD0';
export const markEnd = '\uFDD1';

const marks = /[\uFDD0\uFDD1]/g;

export const withoutMarks = (text: string): string => text.replace(marks, '');

/** A value between marks; nothing at all stays unmarked, as there is nothing to look at. */
export function marked(value: string): string {
  const plain = withoutMarks(value);
  return plain === '' ? '' : `${markStart}${plain}${markEnd}`;
}

export const hasMarks = (text: string): boolean => text.includes(markStart) || text.includes(markEnd);

/** What stands between marks, one part a value. */
export const markedParts = (text: string): string[] =>
  text
    .split(markStart)
    .slice(1)
    .map((part) => part.split(markEnd)[0] ?? '');

/** Whether each value that begins in the text ends in it, too. */
export const isBalanced = (text: string): boolean => text.split(markStart).length === text.split(markEnd).length;
