import { IllegalStateError } from '@temporalio/common';
import { createLogger } from '../../logging';
import { installTemporalRuntime } from '../../worker/runtime';

/**
 * Temporal's runtime is one for a jest process, which runs one file after the other: a file whose workers did not come to their end
 * leaves it, and would take those that follow along.
 */
export function useTemporalRuntime(): void {
  try {
    installTemporalRuntime(createLogger('worker', process.env['TEST_LOG_LEVEL'] ?? 'silent'));
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
