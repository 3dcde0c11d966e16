import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { describeCondition } from '../../format/condition';
import { countOf } from '../../format/number';
import { useMay } from '../../session/session';
import { AudienceForm } from './audience-form';

export function AudiencePage() {
  const id = usePathParam('audienceId');
  const path = { params: { path: { id } } };
  const query = useRead(['audiences', id], () => unwrap(api.GET('/api/audiences/{id}', path)));
  const preview = useRead(['audiences', id, 'preview'], () => unwrap(api.GET('/api/audiences/{id}/preview', path)));
  const mayWrite = useMay('audiences.write');
  const { data: audience, error, refetch } = query;
  if (audience === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={audience.name}
      parent={{ to: '/audiences', title: 'Audiences' }}
      actions={mayWrite && <Delete audience={audience} />}
    >
      <Facts
        of={[
          ['Who', describeCondition(audience.condition)],
          ['Changed', <Ago key="changed" at={audience.updatedAt} />],
        ]}
      />
      <Section title="Who matches now" note={<Computed query={preview} />}>
        <Read query={preview}>
          {({ count, sample, complete }) => (
            <div className="card stack">
              <p className="figure-value">
                {complete ? '' : 'at least '}
                {countOf(count, 'person', 'people')}
              </p>
              {sample.length > 0 && (
                <p>
                  Among them{' '}
                  {sample.map((person, index) => (
                    <span key={person}>
                      {index > 0 && ', '}
                      <Link to={`/people/${person}`}>{person}</Link>
                    </span>
                  ))}
                </p>
              )}
            </div>
          )}
        </Read>
      </Section>
      {mayWrite && (
        <Section title="Change it" note="published journeys keep it as it was until they are published again">
          <Edit key={id} audience={audience} />
        </Section>
      )}
      <Section title="The condition as the API has it">
        <pre className="code" tabIndex={0}>
          {JSON.stringify(audience.condition, null, 2)}
        </pre>
      </Section>
    </Page>
  );
}

type Audience = Schemas['Audience'];

function Edit({ audience: { id, name, condition } }: { audience: Audience }) {
  const client = useQueryClient();
  return (
    <AudienceForm
      initial={{ name, condition }}
      button="Save"
      done="The audience is saved."
      save={async (body) => {
        await unwrap(api.PATCH('/api/audiences/{id}', { params: { path: { id } }, body }));
        await client.invalidateQueries({ queryKey: ['audiences'] });
      }}
    />
  );
}

function Delete({ audience: { id, name } }: { audience: Audience }) {
  return (
    <DeleteButton
      name={name}
      list="audiences"
      to="/audiences"
      act={() => unwrap(api.DELETE('/api/audiences/{id}', { params: { path: { id } } }))}
    >
      <p>
        No person is deleted: only the name and the condition are. Drafts that name it cannot be published until they
        name another.
      </p>
      <p>While a published version of a journey names it, it is refused here. It cannot be undone.</p>
    </DeleteButton>
  );
}
