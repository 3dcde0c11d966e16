import { connect, type Database } from '../db/connection/pool';

/** Connects a pool for preparing and inspecting data, without a statement timeout. */
export const connectBench = (url: string, poolSize = 2): Database =>
  connect({ url, poolSize, applicationName: 'apex-bench', statementTimeoutMs: 0 });
