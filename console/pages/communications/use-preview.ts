import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ApiError, unwrap, type Schemas } from '../../api/client';
import { useSettled } from '../../components/use-settled';
import { variablesOf, type TypedVariables } from '../../format/preview-variables';
import { contentOf, type Draft } from './content';

export interface Preview {
  message: Schemas['MessagePreview'] | undefined;
  /** Rendered content for the frame; null if the draft cannot be rendered. */
  rendered: Schemas['PreviewContent'] | null;
  /** Problems by field. */
  problems: readonly { path: string; message: string }[];
  error: Error | null;
}

const none: Preview['problems'] = [];

/** Renders a draft with the API whenever typing pauses. */
export function usePreview(draft: Draft, typed: TypedVariables): Preview {
  const current = useMemo(
    (): Schemas['PreviewContent'] => ({ ...contentOf(draft), variables: variablesOf(typed) }),
    [draft, typed],
  );
  const settled = useSettled(current);
  const { data, error } = useQuery({
    queryKey: ['communication-preview', settled],
    queryFn: async () => ({
      content: settled,
      message: await unwrap(api.POST('/api/communications/preview', { body: settled })),
    }),
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return {
    message: data?.message,
    rendered: error === null && data !== undefined ? data.content : null,
    problems: error instanceof ApiError ? error.details : none,
    error,
  };
}
