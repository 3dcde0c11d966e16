import { connectionErrorOf, refusalOf } from './apex-error';

/** What a call of `api` resolves to. */
interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * The data of a typed call, for those who would rather catch than look: `await unwrap(apex.api.GET('/api/journeys'))`.
 * @throws ApexError when the service refuses, or does not answer
 */
export async function unwrap<Call extends Outcome>(call: Promise<Call>): Promise<Exclude<Call['data'], undefined>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw connectionErrorOf(cause);
  });
  if (!response.ok) throw refusalOf(response, error);
  return data as Exclude<Call['data'], undefined>;
}
