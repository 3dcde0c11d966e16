import { serverIngestionBody, ingestionBody } from '../../domain/events/schemas';
import type { AppError } from '../../domain/errors';
import { validate } from '../../domain/validate';

/** Paths of what is wrong. */
function pathsOf(schema: typeof ingestionBody | typeof serverIngestionBody, body: unknown): string[] {
  try {
    validate(schema, body, 'body');
  } catch (error) {
    return ((error as AppError).details ?? []).map(({ path }) => path);
  }
  return [];
}

test.each([
  [{ workspaceKey: 'k', type: [], visitorId: 'v', url: 'https://a.example/' }, ['type', 'type']],
  [{ workspaceKey: 'k', type: 'pageview' }, ['visitorId', 'url']],
  [{ workspaceKey: 'k', events: 'none' }, ['events']],
  [{ workspaceKey: 'k', events: [] }, ['events']],
  [5, ['']],
])('what is wrong with %j is told of the form that was meant', (body, paths) => {
  expect(pathsOf(ingestionBody, body)).toEqual(paths);
});

test('a server’s event, too', () => {
  expect(pathsOf(serverIngestionBody, {})).toEqual(['type']);
  expect(pathsOf(serverIngestionBody, { events: {} })).toEqual(['events']);
});
