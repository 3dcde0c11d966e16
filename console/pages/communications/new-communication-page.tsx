import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client';
import { Page } from '../../components/page';
import { CommunicationEditor } from './communication-editor';
import { emptyDraft } from './content';

const parent = { to: '/communications', title: 'Communications' };

export function NewCommunicationPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page title="New communication" parent={parent} intro="A message, personalized for each recipient.">
      <CommunicationEditor
        initial={emptyDraft}
        button="Create"
        done="Communication created."
        save={async (draft) => {
          const { id } = await unwrap(api.POST('/api/communications', { body: draft }));
          await client.invalidateQueries({ queryKey: ['communications'] });
          await navigate({ to: `/communications/${id}` });
        }}
      />
    </Page>
  );
}
