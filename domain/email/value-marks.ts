/**
 * Marks around the values of variables in HTML, to check where each value appears after rendering. They are characters
 * that Unicode reserves for internal use. They are removed from templates and values, so input cannot contain them.
 */
export const markStart = '\uFDD0';
export const markEnd = '\uFDD1';

const marks = /[\uFDD0\uFDD1]/g;

export const withoutMarks = (text: string): string => text.replace(marks, '');

/** Puts a value between marks. An empty value needs no check and stays unmarked. */
export function marked(value: string): string {
  const plain = withoutMarks(value);
  return plain === '' ? '' : `${markStart}${plain}${markEnd}`;
}

export const hasMarks = (text: string): boolean => text.includes(markStart) || text.includes(markEnd);

/** Returns the text between each pair of marks. */
export const markedParts = (text: string): string[] =>
  text
    .split(markStart)
    .slice(1)
    .map((part) => part.split(markEnd)[0] ?? '');

/** Checks whether each value that starts in the text also ends in it. */
export const isBalanced = (text: string): boolean => text.split(markStart).length === text.split(markEnd).length;
