import { Link } from '@tanstack/react-router';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { RowLink } from '../../components/row-link';
import { formatSize } from '../../format/audience-size';
import { describeCondition } from '../../format/condition';
import { countOf } from '../../format/number';
import { useMay } from '../../session/session';
import { AudienceForm, type AudienceDraft } from './audience-form';

export function AudiencePage() {
  const id = usePathParam('audienceId');
  const path = { params: { path: { id } } };
  const query = useRead(['audiences', id], () => unwrap(api.GET('/api/audiences/{id}', path)));
  const preview = useRead(['audiences', id, 'preview'], () => unwrap(api.GET('/api/audiences/{id}/preview', path)));
  const uses = useRead(['audiences', id, 'uses'], () => unwrap(api.GET('/api/audiences/{id}/uses', path)));
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
          ['Condition', describeCondition(audience.condition)],
          ['Updated', <Ago key="changed" at={audience.updatedAt} />],
        ]}
      />
      <Section title="Matching people" note={<Computed query={preview} />}>
        <Read query={preview}>{(found) => <Matching audience={audience} of={found} />}</Read>
      </Section>
      <Section title="Used by">
        <Read query={uses}>{(found) => <Uses of={found} />}</Read>
      </Section>
      {mayWrite && (
        <Section title="Audience settings" note="To apply changes to a published journey, publish it again">
          <Edit key={id} audience={audience} />
        </Section>
      )}
      <Section title="Condition (JSON)">
        <pre className="code" tabIndex={0}>
          {JSON.stringify(audience.condition, null, 2)}
        </pre>
      </Section>
    </Page>
  );
}

type Audience = Schemas['Audience'];

function Matching({ audience, of: found }: { audience: Audience; of: Schemas['AudiencePreview'] }) {
  return (
    <div className="card stack">
      <p className="figure-value">{capitalized(formatSize(found))}</p>
      <p className="quiet">
        of {countOf(found.total, 'person', 'people')} in the workspace
        {!found.complete && '. Estimated from a random sample, with a 95% interval'}
        {!found.complete && audience.size !== null && (
          <>
            . All were counted <Ago at={audience.size.countedAt} />:{' '}
            {countOf(audience.size.members, 'person', 'people')}
          </>
        )}
        .
      </p>
      {found.examples.length > 0 && (
        <p>
          For example{' '}
          {found.examples.map(({ id: person, email }, index) => (
            <span key={person}>
              {index > 0 && ', '}
              <Link to={`/people/${person}`}>{email ?? person}</Link>
            </span>
          ))}
        </p>
      )}
      <p>
        <RowLink to={`/people?audience=${audience.id}`}>List these people</RowLink>
      </p>
    </div>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Uses({ of: uses }: { of: readonly Schemas['AudienceUse'][] }) {
  if (uses.length === 0) return <p className="quiet">No journey uses it.</p>;
  return (
    <ul>
      {uses.map(({ kind, journeyId, name, version }) => (
        <li key={`${kind} ${journeyId}`}>
          <Link to={`/journeys/${journeyId}`}>{name}</Link>{' '}
          <span className="quiet">{version === null ? 'draft' : `up to version ${version}`}</span>
        </li>
      ))}
    </ul>
  );
}

function Edit({ audience }: { audience: Audience }) {
  const path = { params: { path: { id: audience.id } } };
  return (
    <EditRecord<Audience, AudienceDraft>
      record={audience}
      noun="audience"
      list="audiences"
      read={() => unwrap(api.GET('/api/audiences/{id}', path))}
      write={(body) => unwrap(api.PATCH('/api/audiences/{id}', { ...path, body }))}
    >
      {({ name, condition }, save) => (
        <AudienceForm initial={{ name, condition }} button="Save" done="Audience saved." save={save} />
      )}
    </EditRecord>
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
        This deletes the audience, not its people. Drafts that use it cannot be published until you choose another
        audience.
      </p>
      <p>You cannot delete an audience that a published journey uses. This cannot be undone.</p>
    </DeleteButton>
  );
}
