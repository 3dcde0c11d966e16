import type { Route, RouteResponse } from './route';

/**
 * Holds an answer against its schema, so that the document cannot drift from what is sent.
 * @throws Error of an undocumented status, of a value that breaks the schema, and of a field that the schema does not have
 */
export function checkResponse(
  { method, path, responses }: Pick<Route, 'method' | 'path' | 'responses'>,
  { status, body }: RouteResponse,
): void {
  const schema = responses[status];
  if (schema === undefined) throw new Error(`${method} ${path} returned the undocumented status ${status}.`);
  if (!('safeParse' in schema)) return;
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const result = schema.safeParse(sent);
  if (!result.success)
    throw new Error(`The response of ${method} ${path} does not match its schema: ${result.error.message}`);
  const unknown = unknownFields(sent, result.data);
  if (unknown.length > 0)
    throw new Error(`The response of ${method} ${path} has undocumented fields: ${unknown.join(', ')}.`);
}

/** Paths of fields that validation left out. */
function unknownFields(sent: unknown, known: unknown, at = ''): string[] {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return name in known ? unknownFields(value, (known as Record<string, unknown>)[name], path) : [path];
  });
}
