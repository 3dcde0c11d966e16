import type { World } from './world';

/** An operation of the service's OpenAPI document. */
export interface DocumentedOperation {
  /** `POST /api/journeys/{id}/publish`. */
  name: string;
  method: string;
  /** With `{name}` for path parameters. */
  path: string;
  /** Documented statuses. */
  statuses: number[];
  /** Names of the query parameters. */
  query: string[];
}

interface Described {
  responses: Record<string, unknown>;
  parameters?: { in: string; name: string }[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Returns every operation of GET /api/openapi.json. */
export async function documentedOperations(world: World): Promise<DocumentedOperation[]> {
  const { body } = await world.api.get('/api/openapi.json');
  const paths = body.paths as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, { responses, parameters = [] }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        statuses: Object.keys(responses).map(Number),
        query: parameters.filter((one) => one.in === 'query').map((one) => one.name),
      })),
  );
}
