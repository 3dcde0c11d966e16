import { z } from 'zod';
import { checkResponse } from '../../api/check-response';
import type { Route } from '../../api/route';

const route: Pick<Route, 'method' | 'path' | 'responses'> = {
  method: 'get',
  path: '/things',
  responses: {
    200: z.object({
      data: z.array(z.object({ id: z.string(), note: z.string().optional() })),
      more: z.looseObject({}),
    }),
    206: { contentType: 'text/plain', description: 'Text.' },
  },
};

const check = (status: number, body: unknown) => () => checkResponse(route, { status, body });

test('a response that matches its schema passes, and so does text', () => {
  expect(check(200, { data: [{ id: 'a' }, { id: 'b', note: undefined }], more: { any: 1 } })).not.toThrow();
  expect(check(206, 'text')).not.toThrow();
});

test('an undocumented status, a wrong value and an unknown field throw an error with the place', () => {
  expect(check(201, {})).toThrow('get /things returned the undocumented status 201.');
  expect(check(200, { data: [{ id: 1 }], more: {} })).toThrow(/does not match its schema.*data/s);
  expect(check(200, { data: [{ id: 'a' }, { id: 'b', secret: null }], more: {}, extra: 1 })).toThrow(
    'The response of get /things has undocumented fields: data.1.secret, extra.',
  );
});
