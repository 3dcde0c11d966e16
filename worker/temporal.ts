import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { grpcErrorOf } from '../temporal/connect-error';
import { searchAttributeTypes } from '../workflows/contract/names';
import { StartError } from './start-error';

const invalidArgument = 3;
const alreadyExists = 6;
const permissionDenied = 7;
const unimplemented = 12;
const unauthenticated = 16;
/** Temporal Cloud has no operator service. There, people register search attributes. */
const withoutOperatorService: unknown[] = [permissionDenied, unimplemented, unauthenticated];

/** Timeout in milliseconds. With Elasticsearch, the server changes an index before it responds. */
const registrationMs = 60_000;

const valueTypes = {
  KEYWORD: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  INT: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_INT,
} as const;

/**
 * Registers missing search attributes of the namespace. Several workers may call it at the same time.
 * @throws StartError if some are missing and this worker may not register them
 */
export async function registerSearchAttributes(client: Client, namespace: string): Promise<void> {
  try {
    await addMissing(client, namespace);
  } catch (error) {
    const { code } = grpcErrorOf(error);
    if (withoutOperatorService.includes(code)) await assertRegistered(client, namespace);
    else if (code !== alreadyExists) throw error;
  }
}

async function addMissing(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributeTypes).filter(([name]) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, valueTypes[type]]));
  await client.withDeadline(Date.now() + registrationMs, () =>
    operatorService.addSearchAttributes({ namespace, searchAttributes }),
  );
}

/**
 * Finds missing search attributes with a query, which Temporal rejects if it contains an unknown attribute.
 * @returns Temporal's reason and the attributes to register, or null if none is missing
 */
export async function findMissingSearchAttributes({
  workflow,
}: Client): Promise<{ reason: string; wanted: string } | null> {
  const conditions = Object.entries(searchAttributeTypes).map(
    ([name, type]) => `${name} = ${type === 'INT' ? 0 : '""'}`,
  );
  try {
    await workflow.count(conditions.join(' and '));
    return null;
  } catch (error) {
    const { code, details = '' } = grpcErrorOf(error);
    if (code !== invalidArgument) throw error;
    const wanted = Object.entries(searchAttributeTypes).map(([name, type]) => `${name} (${type})`);
    return { reason: details, wanted: wanted.join(', ') };
  }
}

async function assertRegistered(client: Client, namespace: string): Promise<void> {
  const missing = await findMissingSearchAttributes(client);
  if (missing === null) return;
  throw new StartError(
    `Temporal's namespace "${namespace}" lacks search attributes (${missing.reason}), and this worker may not register them: ` +
      `register ${missing.wanted}.`,
  );
}
