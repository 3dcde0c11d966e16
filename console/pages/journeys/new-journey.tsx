import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Form, TextField } from '../../components/form';

/** Creates a journey with a name and an exit step. */
export function NewJourney() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = async (fields: FormData): Promise<void> => {
    const description = String(fields.get('description') ?? '').trim();
    const { id } = await unwrap(
      api.POST('/api/journeys', {
        body: {
          name: String(fields.get('name') ?? '').trim(),
          ...(description === '' ? {} : { description }),
          steps: [{ id: 'end', kind: 'exit' }],
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ['journeys'] });
    await navigate({ to: `/journeys/${id}` });
  };
  return (
    <AddressDialog title="New journey">
      {() => (
        <Form send={create} button="Create">
          <TextField label="Name" name="name" required autoFocus />
          <TextField label="Description" name="description" hint="Optional: the purpose in one sentence." />
        </Form>
      )}
    </AddressDialog>
  );
}
