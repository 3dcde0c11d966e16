import { createContext } from '../../context/create-context';
import { readCredentialsKeys } from '../../domain/connections/credentials-box';
import { createLogger } from '../../logging';
import type { Context } from '../../operations/ports';
import type { World } from './world';

/**
 * Creates the context of operations for a world.
 * @param given ports of the test
 * @param options.logged receives the log lines, which are otherwise dropped
 */
export function operationContext<Given extends Partial<Context>>(
  world: World,
  given: Given,
  { allowHosts = [], logged = [] }: { allowHosts?: readonly string[]; logged?: string[] } = {},
) {
  const settings = {
    publicUrl: 'https://apex.example.com',
    linkSecret: world.environment['LINK_SECRET']!,
    credentialsKeys: readCredentialsKeys(world.environment['CREDENTIALS_KEYS']!),
    keyPepper: world.environment['KEY_PEPPER']!,
  };
  const log = (fields: object, message: string) => void logged.push(`${message}: ${JSON.stringify(fields)}`);
  const shared = { database: world.database, settings };
  const context = createContext(
    { ...shared, ...given },
    { logger: createLogger('test', 'silent'), webhookAllowHosts: allowHosts },
  );
  return { ...context, log: { info: log, warn: log, error: log } };
}
