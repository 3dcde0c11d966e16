import { isGrpcServiceError, type Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { searchAttributeTypes } from '../workflows/contract';

const alreadyExists = 6;

const valueTypes = {
  KEYWORD: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  INT: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_INT,
} as const;

/** Registers the search attributes that the namespace has not got yet. Safe from several workers at once. */
export async function registerSearchAttributes(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributeTypes).filter(([name]) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, valueTypes[type]]));
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    if (!isGrpcServiceError(error) || Number(error.code) !== alreadyExists) throw error;
  }
}
