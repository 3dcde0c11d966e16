/** How long a sign-in link is valid, minutes. */
export const signInLinkMinutes = 15;

/** Returns the address of a sign-in link. The token is in the fragment, which browsers send to no server. */
export const signInLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/console/sign-in#${token}`;

/** Checks whether a host name or address belongs to this machine. IPv6 addresses may have brackets. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/i.test(host);

/**
 * Checks whether a request was made on this machine, directly: by its network address and by its `Host` header, which
 * has another name if a page of another site resolves to this machine.
 * @param host the `Host` header, with or without a port
 * @param isForwarded whether a proxy passed the request on
 */
export const isLoopbackRequest = (request: { address: string; host: string; isForwarded: boolean }): boolean =>
  !request.isForwarded && isLoopbackHost(request.address) && isLoopbackHost(request.host.replace(/:\d+$/, ''));
