import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTS, { astToString, NUMBER, UNKNOWN } from 'openapi-typescript';
import type { OpenAPI3, SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from '../api/openapi';
import { routes } from '../api/routes';

const file = path.join(__dirname, 'src/api-types.ts');

const head = `/* eslint-disable */
/**
 * The routes of the service as types, from its OpenAPI document.
 * Generated: change the declaration of the route and run \`npm run client:types\`.
 */

`;

const INTERVAL = ts.factory.createTupleTypeNode([NUMBER, NUMBER]);

/** Of two numbers: the document has it as an array of that length. */
const isInterval = (schema: SchemaObject): boolean => {
  if (schema.type !== 'array' || schema.minItems !== 2 || schema.maxItems !== 2) return false;
  const { items } = schema;
  return items !== undefined && 'type' in items && items.type === 'number';
};

/** What the file has to be, by the routes as they are declared now. */
async function apiTypesText(): Promise<string> {
  // The address of the service is in the document, and not in the types.
  const document = openApiDocument(routes, { publicUrl: 'http://localhost' });
  const types = await openapiTS(document as unknown as OpenAPI3, {
    silent: true,
    transform: (schema, { path }) => {
      // Any JSON value, which is made of JSON values: TypeScript refuses a union that names itself by way of `components`.
      if (/\/__schema\d+$/.test(path ?? '')) return UNKNOWN;
      return isInterval(schema) ? INTERVAL : undefined;
    },
  });
  return head + astToString(types);
}

/** Writes the file, or with `--check` says where it differs from what it has to be. */
async function main(): Promise<void> {
  const text = await apiTypesText();
  if (!process.argv.includes('--check')) return writeFile(file, text);
  const now = text.split('\n');
  const kept = (await readFile(file, 'utf8')).split('\n');
  const line = now.findIndex((wanted, index) => wanted !== kept[index]);
  if (line === -1 && kept.length === now.length) return;
  throw new Error(
    'client/src/api-types.ts is not what the routes give: run `npm run client:types` and commit it. ' +
      `Line ${line + 1} is ${JSON.stringify(kept[line])} and has to be ${JSON.stringify(now[line])}.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
