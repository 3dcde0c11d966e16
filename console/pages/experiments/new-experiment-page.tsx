import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client';
import { Page } from '../../components/page';
import { bodyOf, emptyExperiment } from './draft';
import { ExperimentForm } from './experiment-form';

export function NewExperimentPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page
      title="New experiment"
      parent={{ to: '/experiments', title: 'Experiments' }}
      intro="Experiments start as drafts. Visitors see no changes until you start the experiment."
    >
      <ExperimentForm
        initial={emptyExperiment}
        isNew
        button="Create draft"
        done="Draft created."
        save={async (draft) => {
          const { id } = await unwrap(api.POST('/api/experiments', { body: bodyOf(draft) }));
          await client.invalidateQueries({ queryKey: ['experiments'] });
          await navigate({ to: `/experiments/${id}` });
        }}
      />
    </Page>
  );
}
