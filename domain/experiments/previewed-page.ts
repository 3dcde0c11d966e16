import { invalid } from '../errors';
import { isParsableUrl } from '../parsable-url';
import { compileOnService } from './match-pattern';

/**
 * The page that a preview link opens: the given address, or the one that the pattern names.
 * @throws AppError VALIDATION_ERROR for an address that is not a page of the pattern
 */
export function previewedPage(targetUrl: string, given: string | undefined): URL {
  const address = given ?? targetUrl;
  const isPage =
    /^https?:\/\//i.test(address) && isParsableUrl(address) && (given !== undefined || !address.includes('*'));
  if (isPage && compileOnService(targetUrl)(address)) return new URL(address);
  const message = isPage
    ? `is no page that "${targetUrl}" names`
    : 'has to be the address of a page, with http or https';
  throw invalid(`The body is not valid: "url" ${message}.`, [{ path: 'url', message }]);
}
