import { z } from 'zod';
import { parseDuration } from '../journeys/duration';

export const isoDuration = z
  .string()
  .max(50)
  .refine(
    (text) => parseDuration(text) !== null,
    'must be an ISO 8601 duration such as P3D or PT30M, above zero and at most five years',
  )
  .meta({
    description: 'ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.',
    example: 'P3D',
  });
