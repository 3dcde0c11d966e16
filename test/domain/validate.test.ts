import { z } from 'zod';
import { serverIngestionBody, ingestionBody } from '../../domain/events/schemas';
import type { AppError } from '../../domain/errors';
import { validate } from '../../domain/validate';

function messagesOf(schema: z.ZodType, input: unknown): string[] {
  try {
    validate(schema, input, 'body');
  } catch (error) {
    return ((error as AppError).details ?? []).map(({ message }) => message);
  }
  return [];
}

/** Paths of the validation problems. */
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
])('reports problems of %j for the intended form', (body, paths) => {
  expect(pathsOf(ingestionBody, body)).toEqual(paths);
});

test('reports problems of a server event for the intended form', () => {
  expect(pathsOf(serverIngestionBody, {})).toEqual(['type']);
  expect(pathsOf(serverIngestionBody, { events: {} })).toEqual(['events']);
});

const issues: [schema: z.ZodType, input: unknown, message: string][] = [
  [z.string(), undefined, 'is required'],
  [z.string(), 7, 'must be a string'],
  [z.number(), '7', 'must be a number'],
  [z.int(), 7.5, 'must be a whole number'],
  [z.boolean(), 1, 'must be true or false'],
  [z.array(z.string()), {}, 'must be an array'],
  [z.strictObject({}), [], 'must be an object'],
  [z.strictObject({}), { colour: 'red' }, 'is not a known field'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(3), 'ab', 'must be at least 3 characters'],
  [z.string().max(2_000), 'a'.repeat(2_001), 'must be at most 2,000 characters'],
  [z.string().length(1), 'ab', 'must be exactly 1 character'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().min(1e-9), -1, 'must be greater than 0 (at least 1e-9)'],
  [z.number().gt(0), 0, 'must be greater than 0'],
  [z.number().max(5), 6, 'must be at most 5'],
  [z.number().lt(5), 5, 'must be less than 5'],
  [z.number().multipleOf(5), 6, 'must be a multiple of 5'],
  [z.enum(['up', 'down']), 'left', 'must be one of: up, down'],
  [z.enum(['up', 'down']), undefined, 'is required and must be one of: up, down'],
  [z.literal('up'), 'left', 'must be "up"'],
  [z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), { kind: 'b' }, 'must be "a"'],
  [z.email(), 'a', 'must be an email address'],
  [z.url(), 'a', 'must be an absolute URL'],
  [z.iso.date(), 'a', 'must be an ISO 8601 date, such as 2026-01-31'],
  [z.record(z.string().max(1), z.string()), { ab: '' }, 'is not a valid key: must be at most 1 character'],
  [z.string().min(1, 'needs a letter'), '', 'needs a letter'],
];

test.each(issues)('describes issue %# in words', (schema, input, message) => {
  expect(messagesOf(schema, input)).toEqual([message]);
});

test.each([
  [{}, 'The body is not valid: "name" is required.'],
  [{ name: 7 }, 'The body is not valid: "name" must be a string.'],
  [[], 'The body is not valid: must be an object.'],
])('starts with the first problem of %j', (body, message) => {
  expect(() => validate(z.strictObject({ name: z.string() }), body, 'body')).toThrow(message);
});
