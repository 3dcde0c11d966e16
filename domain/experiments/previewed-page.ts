import { invalid } from '../errors';
import { isParsableUrl } from '../parsable-url';
import { compileOnService } from './match-pattern';

/**
 * Returns the page that a preview link opens: the given address, or the target URL if it is a single page.
 * @throws AppError VALIDATION_ERROR for an address that does not match the target URL
 */
export function previewedPage(targetUrl: string, given: string | undefined): URL {
  const address = given ?? targetUrl;
  const isPage =
    /^https?:\/\//i.test(address) && isParsableUrl(address) && (given !== undefined || !address.includes('*'));
  if (isPage && compileOnService(targetUrl)(address)) return new URL(address);
  const message = isPage ? `is not a page that "${targetUrl}" matches` : 'must be the http or https URL of a page';
  throw invalid(`The body is not valid: "url" ${message}.`, [{ path: 'url', message }]);
}
