import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client';
import { Page } from '../../components/page';
import { AudienceForm, emptyAudience } from './audience-form';

export function NewAudiencePage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page
      title="New audience"
      parent={{ to: '/audiences', title: 'Audiences' }}
      intro="Membership is checked each time a journey uses the audience."
    >
      <div className="section">
        <AudienceForm
          initial={emptyAudience}
          button="Create"
          done="Audience created."
          save={async (body) => {
            const { id } = await unwrap(api.POST('/api/audiences', { body }));
            await client.invalidateQueries({ queryKey: ['audiences'] });
            await navigate({ to: `/audiences/${id}` });
          }}
        />
      </div>
    </Page>
  );
}
