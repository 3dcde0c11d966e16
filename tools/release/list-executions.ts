import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

const pageSize = 500;

/**
 * Lists workflows without decoding their memos, which needs the keys of encrypted payloads.
 * @param limit maximum number
 */
export async function listExecutions(
  { workflowService, options: { namespace } }: Client,
  query: string,
  limit = Infinity,
): Promise<temporal.api.workflow.v1.IWorkflowExecutionInfo[]> {
  const listed: temporal.api.workflow.v1.IWorkflowExecutionInfo[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await workflowService.listWorkflowExecutions({ namespace, query, pageSize, nextPageToken });
    listed.push(...page.executions);
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0 && listed.length < limit);
  return listed.slice(0, limit);
}
