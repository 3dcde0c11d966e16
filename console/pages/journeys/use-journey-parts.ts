import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { readAll } from '../../api/read-all';
import type { Known } from './model/problems';

/** The resources that journeys refer to; undefined while loading. */
export interface JourneyParts {
  communications: readonly Schemas['Communication'][] | undefined;
  beliefs: readonly { id: string; statement: string }[] | undefined;
  triggers: readonly Schemas['TriggerContract'][] | undefined;
  audiences: readonly Schemas['Audience'][] | undefined;
}

const readCommunications = () => readAll((query) => unwrap(api.GET('/api/communications', { params: { query } })));
const readBeliefs = () => unwrap(api.GET('/api/beliefs'));
const readTriggers = () => readAll((query) => unwrap(api.GET('/api/trigger-contracts', { params: { query } })));
const readAudiences = () => readAll((query) => unwrap(api.GET('/api/audiences', { params: { query } })));

export function useJourneyParts(): { parts: JourneyParts; known: Known; nameOf: (id: string) => string } {
  const { data: communications } = useQuery({ queryKey: ['communications', 'all'], queryFn: readCommunications });
  const { data: beliefs } = useQuery({ queryKey: ['beliefs', 'all'], queryFn: readBeliefs });
  const { data: triggers } = useQuery({ queryKey: ['trigger-contracts', 'all'], queryFn: readTriggers });
  const { data: audiences } = useQuery({ queryKey: ['audiences', 'all'], queryFn: readAudiences });
  return useMemo(() => {
    const names = new Map(communications?.map(({ id, name }) => [id, name]));
    const ids = (of: readonly { id: string }[] | undefined) => of && new Set(of.map(({ id }) => id));
    return {
      parts: { communications, beliefs, triggers, audiences },
      known: {
        commTypes: communications && new Map(communications.map(({ id, commType }) => [id, commType])),
        unfinished:
          communications &&
          new Map(
            communications.flatMap(({ id, name, problem }) => (problem === null ? [] : [[id, { name, problem }]])),
          ),
        ...{ beliefIds: ids(beliefs), triggerContractIds: ids(triggers), audienceIds: ids(audiences) },
      },
      nameOf: (id: string) => names.get(id) ?? id,
    };
  }, [communications, beliefs, triggers, audiences]);
}
