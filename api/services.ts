import type { Logger } from 'pino';
import type { Database } from '../db/connection';

/** What handlers work with. Made by the entry point; handed down, never imported. */
export interface Services {
  database: Database;
  logger: Logger;
  keyPepper: string;
  syncApiKey: string;
  linkSecret: string;
  publicUrl: string;
  temporalUiUrl: string;
  temporalNamespace: string;
  /** Fails with a readable reason when Temporal does not answer. */
  checkTemporal: () => Promise<void>;
  /** Whether answers are held against their schemas before they leave: on in tests and development. */
  checkAnswers: boolean;
}
