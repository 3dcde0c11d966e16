import openapiTS, { astToString, NUMBER, UNKNOWN } from 'openapi-typescript';
import type { OpenAPI3, SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from '../api/openapi';
import { routes } from '../api/routes';

const head = `/* eslint-disable */
/**
 * The routes of the service as types, from its OpenAPI document.
 * Generated: change the declaration of the route and run \`npm run client:types\`.
 */

`;

const INTERVAL = ts.factory.createTupleTypeNode([NUMBER, NUMBER]);

/** Returns whether the schema is an interval of two numbers, which the document declares as an array of that length. */
const isInterval = (schema: SchemaObject): boolean => {
  if (schema.type !== 'array' || schema.minItems !== 2 || schema.maxItems !== 2) return false;
  const { items } = schema;
  return items !== undefined && 'type' in items && items.type === 'number';
};

/** Returns the content for `client/src/api-types.ts`, generated from the current routes. */
export async function apiTypesText(): Promise<string> {
  // The service's URL is in the document, but not in the types.
  const document = openApiDocument(routes, { publicUrl: 'http://localhost' });
  const types = await openapiTS(document as unknown as OpenAPI3, {
    silent: true,
    // A field with a default is optional in a request; responses list theirs as required.
    defaultNonNullable: false,
    transform: (schema, { path }) => {
      // Any JSON value, which consists of JSON values. TypeScript refuses a union that refers to itself through
      // `components`.
      if (/\/__schema\d+$/.test(path ?? '')) return UNKNOWN;
      return isInterval(schema) ? INTERVAL : undefined;
    },
  });
  return head + astToString(types);
}
