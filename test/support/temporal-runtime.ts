import { IllegalStateError } from '@temporalio/common';
import { createLogger } from '../../logging';
import { installTemporalRuntime } from '../../worker/runtime';

/**
 * Installs Temporal's runtime unless it is installed already. All files of a Jest process share it and run one after
 * another. If the workers of a file do not stop, it stays installed. The following files must not fail because of that.
 */
export async function useTemporalRuntime(): Promise<void> {
  try {
    await installTemporalRuntime(createLogger('worker', process.env['TEST_LOG_LEVEL'] ?? 'silent'));
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
