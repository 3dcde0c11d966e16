import { connectionErrorOf, refusalOf } from './apex-error';

/** The result of a call of `api`. */
interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Returns the data of a typed call, so that errors can be caught instead of checked: `await
 * unwrap(apex.api.GET('/api/journeys'))`.
 * @throws ApexError if the service refuses the request or does not respond
 */
export async function unwrap<Call extends Outcome>(call: Promise<Call>): Promise<Exclude<Call['data'], undefined>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw connectionErrorOf(cause);
  });
  if (!response.ok) throw refusalOf(response, error);
  return data as Exclude<Call['data'], undefined>;
}
