import { z } from 'zod';
import { jsonText } from '../json/schemas';
import { canonicalAddress, parseAddress } from './address';
import { isTooLongSubject, maxSubjectBytes } from './subject';
import { textLimits } from '../text-limits';

/**
 * An email address in requests and responses, in the canonical form that is stored and compared; see `parseAddress`.
 */
export const emailAddress = z
  .string()
  .max(textLimits.email)
  .superRefine((text, context) => {
    const parsed = parseAddress(text);
    if ('problem' in parsed)
      context.addIssue({ code: 'custom', message: `must be an email address. ${parsed.problem}` });
  })
  .overwrite(canonicalAddress);

/** A subject that fits into one line of a message. If it has too many characters, only that is reported. */
export const subjectText = (least = 0) =>
  jsonText(maxSubjectBytes, least).refine(
    (text) => !isTooLongSubject(text) || hasTooManyCharacters(text),
    `must be at most ${maxSubjectBytes} bytes in UTF-8`,
  );

/** Counts characters as zod does: a character outside the BMP is one, not two as in `length`. */
const hasTooManyCharacters = (text: string): boolean => Array.from(text).length > maxSubjectBytes;
