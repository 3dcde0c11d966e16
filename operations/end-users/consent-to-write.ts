import { consentAfter, type Consent, type ConsentChange, type NewConsent } from '../../domain/end-users/consent';
import { invalid } from '../../domain/errors';

/**
 * Consent as a keyed call says it.
 * @param current null of a new person
 * @throws AppError VALIDATION_ERROR for a source that only the service records
 */
export function consentToWrite(current: Consent | null, change: ConsentChange): NewConsent {
  const written = consentAfter(current, change);
  if (written !== null) return written;
  throw invalid('This consent source is reserved for the service.', [
    {
      path: 'consent.source',
      message: 'is a reserved source. Leave it out, or describe the source in your own words',
    },
  ]);
}
