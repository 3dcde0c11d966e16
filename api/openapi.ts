import { isDeepStrictEqual } from 'node:util';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { z } from 'zod';
import { errorCodes, type ErrorCode } from '../domain/errors';
import { statusOf } from './middleware/statuses';
import type { Route } from './route';

const errorSchema = z
  .object({
    error: z.string().meta({ description: 'Description of the problem and how to fix it.' }),
    code: z.enum(errorCodes),
    status: z.number().int(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error', description: 'Error form of all routes except transactional sends.' });

const nestedErrorSchema = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'Error code in lower case.' }),
      message: z.string().meta({ description: 'Description of the problem and how to fix it.' }),
      missing: z
        .array(z.string())
        .optional()
        .meta({ description: 'Names of the missing variables, sorted. Only for `missing_variables`.' }),
    }),
  })
  .meta({ id: 'TransactionalError', description: 'Error form of transactional sends.' });

/** The OpenAPI 3.1 document of the routes: their schemas, access, rate classes and every error they may answer with. */
export function openApiDocument(routes: readonly Route[], { publicUrl }: { publicUrl: string }) {
  const paths: ZodOpenApiPathsObject = {};
  const refusal = createRefusals();
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route, refusal) };
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Apex',
      version: '1',
      description: 'Growth experimentation and lifecycle messaging: events, identity, experiments, journeys and email.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A server key (svc_sk_) or user key (svc_uk_).',
        },
        bearerKey: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
        transactionalKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A transactional key (svc_tx_). You can also send it as `x-api-key`.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'svc_session', description: 'Set by POST /api/session.' },
        syncSecret: { type: 'http', scheme: 'bearer', description: 'The shared secret of internal routes.' },
      },
    },
    paths,
  };
  return createDocument(document, { override: ({ jsonSchema }) => writeAsArray(jsonSchema) });
}

/**
 * Pairs of one type become arrays of two: generators of clients, and Schemathesis, stumble over `prefixItems` closed by
 * `items: false`.
 */
function writeAsArray(schema: { prefixItems?: unknown[]; items?: unknown }): void {
  const [first, ...others] = schema.prefixItems ?? [];
  if (first === undefined || !others.every((other) => isDeepStrictEqual(other, first))) return;
  delete schema.prefixItems;
  schema.items = first;
}

function operationOf(route: Route, refusal: Refusals): ZodOpenApiOperationObject {
  const { params, query, headers, body } = route.request ?? {};
  const content = body && {
    'application/json': { schema: body },
    ...(route.acceptsText === true
      ? { 'text/plain': { schema: z.string().meta({ description: 'The same content as JSON text.' }) } }
      : {}),
    ...(route.readCsv === undefined && route.streamsCsv !== true
      ? {}
      : { 'text/csv': { schema: z.string().meta({ description: 'The same content as CSV with a header row.' }) } }),
  };
  return {
    operationId: `${route.method}_${route.path.replace(/^\/|:/g, '').replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    security: securityOf(route),
    ...(params || query || headers
      ? {
          requestParams: {
            ...objectPart('path', params),
            ...objectPart('query', query),
            ...objectPart('header', headers),
          },
        }
      : {}),
    ...(content === undefined ? {} : { requestBody: { required: body?.safeParse({}).success !== true, content } }),
    responses: joinByStatus(refusalsOf(route, refusal), responsesOf(route)),
    'x-rate-limit-class': route.limit,
  };
}

const objectPart = (place: 'path' | 'query' | 'header', schema: z.ZodType | undefined) =>
  schema === undefined ? {} : { [place]: schema };

function securityOf(route: Route): Record<string, string[]>[] {
  if (route.access === 'public') return [];
  if (route.access === 'internal') return [{ syncSecret: [] }];
  if (route.access === 'session') return [{ session: [] }];
  if (route.access === 'transactional') return [{ transactionalKey: [] }];
  return [{ apiKey: [] }, { bearerKey: [] }, ...(route.access.serverKey === true ? [] : [{ session: [] }])];
}

type Responses = Record<string, ZodOpenApiResponseObject>;

/** A status that is an error for clients, and a page for browsers, has the content of both. */
function joinByStatus(refusals: Responses, responses: Responses): Responses {
  const joined = Object.entries(responses).map(([status, response]) => {
    const refusal = refusals[status];
    if (refusal === undefined) return [status, response] as const;
    const description = `${refusal.description ?? ''}. ${response.description ?? ''}`;
    return [status, { description, content: { ...refusal.content, ...response.content } }] as const;
  });
  return { ...refusals, ...Object.fromEntries(joined) };
}

function responsesOf(route: Route): Responses {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => [
      status,
      'contentType' in response
        ? {
            description: response.description,
            content: { [response.contentType]: { schema: response.schema ?? { type: 'string' as const } } },
          }
        : {
            description: status === '201' ? 'Created.' : 'Done.',
            content: { 'application/json': { schema: response } },
          },
    ]),
  );
}

/** The codes that a route may refuse with, by status. */
function refusalsOf(route: Route, refusal: Refusals): Responses {
  const implied: ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (route.request !== undefined) implied.push('VALIDATION_ERROR');
  if (route.request?.body !== undefined) implied.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.access !== 'public') implied.push('UNAUTHORIZED');
  if (typeof route.access === 'object' || route.access === 'session') implied.push('FORBIDDEN');
  if (route.limit !== 'none') implied.push('RATE_LIMITED');
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of [...implied, ...(route.errors ?? [])]) {
    byStatus.set(statusOf(code), (byStatus.get(statusOf(code)) ?? new Set()).add(code));
  }
  const isNested = route.nestedErrors === true;
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal([...codes], isNested)]));
}

type Refusals = (codes: readonly ErrorCode[], isNested: boolean) => ZodOpenApiResponseObject;

/** Creates each error response once: routes with the same codes refer to one component. */
function createRefusals(): Refusals {
  const known = new Map<string, ZodOpenApiResponseObject>();
  return (codes, isNested) => {
    const id = (isNested ? 'Transactional' : '') + codes.map(pascalCase).join('Or');
    const response = known.get(id) ?? {
      id,
      description: codes.map((code) => (isNested ? code.toLowerCase() : code)).join(', '),
      content: { 'application/json': { schema: isNested ? nestedErrorSchema : errorSchema } },
    };
    known.set(id, response);
    return response;
  };
}

/** `RATE_LIMITED` → `RateLimited`. */
const pascalCase = (code: string): string =>
  code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
