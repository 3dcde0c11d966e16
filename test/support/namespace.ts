import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { registerSearchAttributes } from '../../worker/temporal';
import { waitFor } from './wait-for';

/** A Temporal namespace of its own, so that test files do not meet each other's task queues. */
export async function createNamespace(address: string): Promise<string> {
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const connection = await Connection.connect({ address });
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    const client = new Client({ connection, namespace });
    await waitFor(async () => {
      try {
        await registerSearchAttributes(client, namespace);
        await client.workflow.count();
        return true;
      } catch {
        return false;
      }
    });
    return namespace;
  } finally {
    await connection.close();
  }
}
