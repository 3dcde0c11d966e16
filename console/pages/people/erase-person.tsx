import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';

/** Erases the person after a confirmation, and shows the progress. */
export function ErasePerson({ person: { id, email } }: { person: Schemas['EndUser'] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Erase"
      title={`Erase ${email ?? id}?`}
      confirm="Erase"
      typed={email ?? id}
      act={async () => {
        const { erasureId } = await unwrap(api.POST('/api/end-users/{id}/erase', { params: { path: { id } } }));
        // Leave the page first, so that the erased person is not read again.
        await navigate({ to: `/people/erasures/${erasureId}` });
        await client.invalidateQueries({ queryKey: ['people'], refetchType: 'active' });
      }}
    >
      <p>
        The person is removed immediately, and their journeys end. Then all their records, messages, visitors and events
        are erased or made anonymous. Counts in reports stay. This cannot be undone.
      </p>
    </ConfirmButton>
  );
}
