import { useQueryClient } from '@tanstack/react-query';
import { textLimits } from '../../domain/text-limits';
import { api, unwrap } from '../api/client';
import { Dialog } from '../components/dialog';
import { Form, TextField } from '../components/form';
import { formText } from '../components/form-text';
import { useSwitchWorkspace } from '../session/workspaces';
import { workspacesQuery } from '../session/workspaces-query';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a workspace with the timezone of the browser, and switches to it. */
export function NewWorkspace({ open, onOpenChange }: Props) {
  const client = useQueryClient();
  const switchTo = useSwitchWorkspace();
  const create = async (fields: FormData): Promise<void> => {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { name: formText(fields, 'name'), timezone };
    const { id } = await unwrap(api.POST('/api/workspaces', { body }));
    onOpenChange(false);
    await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    await switchTo.mutateAsync(id);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New workspace">
      <div className="dialog-body">
        <p>
          A separate place for people, events, journeys and experiments, with its own members. You become its owner.
        </p>
        <Form send={create} button="Create workspace">
          <TextField label="Name" name="name" required maxLength={textLimits.name} autoComplete="off" />
        </Form>
      </div>
    </Dialog>
  );
}
