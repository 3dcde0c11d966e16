import { z } from 'zod';
import { canonicalAddress, parseAddress } from './address';

/** An email address of any route, in requests and answers alike, in the form in which it is kept and compared: see `parseAddress`. */
export const emailAddress = z
  .string()
  .max(320)
  .superRefine((text, context) => {
    const parsed = parseAddress(text);
    if ('problem' in parsed)
      context.addIssue({ code: 'custom', message: `must be an email address. ${parsed.problem}` });
  })
  .overwrite(canonicalAddress);
