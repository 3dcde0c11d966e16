import type { CallFailureReason } from '../webhooks/call-failures';

/** A page of a customer's site, or why it could not be loaded. */
export interface FetchedPage {
  /** The addresses in the order of the redirects. The last one is the page's. */
  urls: string[];
  failure?: CallFailureReason | 'egress_refused' | 'too_many_redirects';
  response?: {
    status: number;
    contentType: string | null;
    /** Values of the `Content-Security-Policy` header. */
    policies: string[];
    html: string;
    /** Whether the page is longer than `html`. */
    isCut: boolean;
  };
}
