import { connect, type Database } from '../db/connection/pool';

/** A pool for filling and looking, whose statements take as long as they take. */
export const connectBench = (url: string, poolSize = 2): Database =>
  connect({ url, poolSize, applicationName: 'apex-bench', statementTimeoutMs: 0 });
