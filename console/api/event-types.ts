import { useQuery } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from './client';

export type EventType = Schemas['EventType'];

/** A minute: the catalog follows new events about as fast. */
const staleMs = 60_000;

/** The catalog of event types; undefined until it is read. */
export const useEventTypes = (): readonly EventType[] | undefined =>
  useQuery({
    queryKey: ['event-types'],
    queryFn: () => unwrap(api.GET('/api/event-types')),
    staleTime: staleMs,
  }).data;

/** The names of people's attributes; undefined until they are read. */
export const useAttributeNames = (): readonly string[] | undefined =>
  useQuery({
    queryKey: ['attribute-names'],
    queryFn: async () => (await unwrap(api.GET('/api/end-users/attributes'))).map(({ name }) => name),
    staleTime: staleMs,
  }).data;
