import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, setPageWorkspace, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Section } from '../../components/facts';
import { useToast } from '../../components/toast';
import { replaceSession } from '../../session/session';
import { useWorkspaces } from '../../session/workspaces';
import './delete-workspace.css';

/** The danger zone of the workspace settings, for owners. */
export function DeleteWorkspace({ workspace: { id, name } }: { workspace: Schemas['Workspace'] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const isOnly = useWorkspaces().length === 1;
  const remove = async (): Promise<void> => {
    const params = { path: { id } };
    // The session moves to another workspace before the response arrives.
    setPageWorkspace(null);
    const deletion = unwrap(api.DELETE('/api/workspaces/{id}', { params, body: { name } }));
    const { session } = await deletion.catch((error: unknown) => {
      setPageWorkspace(id);
      throw error;
    });
    toast(`${name} is being deleted.`);
    replaceSession(client, session);
    void navigate({ to: '/' });
  };
  return (
    <Section title="Danger zone">
      <div className="card danger-zone">
        <div>
          <h3>Delete this workspace</h3>
          <p>
            Deletes {name} with all people, events, journeys, experiments and messages. Journeys end and keys stop
            working immediately.
          </p>
        </div>
        <ConfirmButton
          label="Delete workspace"
          className="button danger"
          title={`Delete ${name}?`}
          confirm="Delete workspace"
          typed={name}
          act={remove}
        >
          <p>
            Everything in this workspace is deleted: people, events, journeys, experiments, messages, members and keys.
            This cannot be undone.
          </p>
          <p>
            {isOnly
              ? 'This is your only workspace: you will be signed out, and can sign in again after you are invited to another.'
              : 'You continue in another of your workspaces.'}
          </p>
        </ConfirmButton>
      </div>
    </Section>
  );
}
