import { z } from 'zod';
import { jsonText } from '../json/schemas';
import { canonicalAddress, parseAddress } from './address';
import { isTooLongSubject, mostSubjectBytes } from './subject';
import { textLimits } from '../text-limits';

/** An email address of any route, in requests and answers alike, in the form in which it is kept and compared: see `parseAddress`. */
export const emailAddress = z
  .string()
  .max(textLimits.email)
  .superRefine((text, context) => {
    const parsed = parseAddress(text);
    if ('problem' in parsed)
      context.addIssue({ code: 'custom', message: `must be an email address. ${parsed.problem}` });
  })
  .overwrite(canonicalAddress);

/** A subject that fits into one line of a message. With too many characters, only these are reported. */
export const subjectText = (least = 0) =>
  jsonText(mostSubjectBytes, least).refine(
    (text) => !isTooLongSubject(text) || hasTooManyCharacters(text),
    `must have at most ${mostSubjectBytes} bytes in UTF-8`,
  );

/** As zod counts them: a character outside the BMP is one, not two as in `length`. */
const hasTooManyCharacters = (text: string): boolean => Array.from(text).length > mostSubjectBytes;
