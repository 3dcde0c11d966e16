import { sealCredentials, type SealedCredentials, type Sealing } from '../../domain/connections/credentials-box';
import { AppError } from '../../domain/errors';

/** @throws AppError SERVICE_UNAVAILABLE without CREDENTIALS_KEYS */
export function sealForConnection(
  { credentialsKeys, nonce }: Sealing,
  owner: { workspaceId: string; connectionId: string },
  credentials: object,
): SealedCredentials {
  if (credentialsKeys.length > 0) return sealCredentials(credentialsKeys, owner, JSON.stringify(credentials), nonce);
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'This installation cannot store credentials. The operator must set CREDENTIALS_KEYS.',
  );
}
