import type { Context } from 'koa';
import { isLoopbackRequest } from '../../domain/accounts/sign-in-link';
import { forbidden } from '../../domain/errors';

/** Headers by which proxies report the original caller. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Refuses a request that was not made on this machine. Reads the connection itself, because proxy headers can be forged.
 * @throws AppError FORBIDDEN
 */
export function requireThisMachine({ req }: Context): void {
  const address = req.socket.remoteAddress ?? '';
  const host = req.headers.host ?? '';
  const isForwarded = forwardingHeaders.some((name) => req.headers[name] !== undefined);
  if (isLoopbackRequest({ address, host, isForwarded })) return;
  throw forbidden(
    'Sign-in links work only on the machine that runs Apex. Open the link there, at 127.0.0.1, or sign in with your ' +
      'password.',
  );
}
