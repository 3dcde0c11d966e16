import { useQueryClient } from '@tanstack/react-query';
import { AddressDialog } from '../../components/address-dialog';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Read, useRead } from '../../components/read';
import { EmptyState, ErrorState, LoadingPage } from '../../components/states';
import { DataTable } from '../../components/table';
import { attributeChanges } from '../../format/attribute-value';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { PersonForm, personDraft } from './person-form';
import { SendEvent } from './send-event';
import { StartJourney } from './start-journey';

/** Sources that Apex sets itself. A keyed call can set any other text. */
const consentSourceWords: Record<string, string> = {
  api: 'API',
  default: 'Default',
  public_stitch: 'Website form',
  keyed_call: 'Server call',
  unsubscribe_link: 'Unsubscribe link',
  resubscribe_link: 'Resubscribe link',
  complaint: 'Spam complaint',
  unknown: 'Unknown',
};

export function PersonPage() {
  const id = usePathParam('personId');
  const query = useRead(['people', id], () => unwrap(api.GET('/api/end-users/{id}', { params: { path: { id } } })));
  const [mayStart, mayLink] = [useMay('journeys.start'), useMay('identity.write')];
  const mayWrite = useMay('end_users.write');
  const { data: person, error, refetch } = query;
  if (person === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={person.email ?? person.id}
      parent={{ to: '/people', title: 'People' }}
      actions={
        <>
          {mayStart && <StartJourney personId={id} />}
          {mayLink && <SendEvent personId={id} />}
          {mayWrite && <EditPerson person={person} />}
        </>
      }
    >
      <Facts
        of={[
          [
            'ID',
            <span key="id" className="mono">
              {person.id}
            </span>,
          ],
          ['Marketing consent', person.consent.marketing ? 'Given' : 'None'],
          [
            'Consent source',
            <span key="source" data-value={person.consent.source}>
              {consentSourceWords[person.consent.source] ?? person.consent.source}
            </span>,
          ],
          ['Timezone', person.timezone ?? 'Not set'],
          ['Locale', person.locale ?? 'Not set'],
          ['Created', <Ago key="since" at={person.createdAt} />],
          ['Updated', <Ago key="changed" at={person.updatedAt} />],
        ]}
      />
      <div className="two-columns">
        <Section title="Attributes">
          <Attributes of={person.attributes} />
        </Section>
        <Section title="Visits" note="First event of each session">
          <Touches personId={id} />
        </Section>
      </div>
    </Page>
  );
}

function EditPerson({ person }: { person: Schemas['EndUser'] }) {
  const client = useQueryClient();
  const { id } = person;
  return (
    <AddressDialog title="Edit" name="edit">
      {(close) => (
        <PersonForm
          initial={personDraft(person)}
          button="Save"
          done="Person saved."
          save={async ({ attributes, consent, ...given }) => {
            const body = {
              ...given,
              attributes: attributeChanges(person.attributes, attributes),
              // Sending unchanged consent would overwrite its source and time.
              ...(consent.marketing === person.consent.marketing ? {} : { consent }),
            };
            await unwrap(api.PATCH('/api/end-users/{id}', { params: { path: { id } }, body }));
            await client.invalidateQueries({ queryKey: ['people'] });
            close();
          }}
        />
      )}
    </AddressDialog>
  );
}

function Attributes({ of: attributes }: { of: Record<string, unknown> }) {
  const rows = Object.entries(attributes);
  if (rows.length === 0) return <EmptyState title="No attributes." />;
  return (
    <DataTable
      caption="Attributes"
      rows={rows}
      rowKey={([name]) => name}
      columns={[
        { title: 'Name', cell: ([name]) => <span className="mono">{name}</span> },
        {
          title: 'Value',
          cell: ([, value]) => (
            <span className="break">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
          ),
        },
      ]}
    />
  );
}

function Touches({ personId: leadId }: { personId: string }) {
  const query = useRead(['people', leadId, 'path'], () =>
    unwrap(api.GET('/api/attribution/paths/{leadId}', { params: { path: { leadId } } })),
  );
  return (
    <Read query={query}>
      {({ touches }) =>
        touches.length === 0 ? (
          <EmptyState title="No visits yet." />
        ) : (
          <DataTable
            caption="Visits"
            rows={touches}
            rowKey={({ timestamp, visitorId }) => `${timestamp} ${visitorId}`}
            columns={[
              { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
              { title: 'Channel', cell: ({ channel }) => <span data-value={channel}>{formatWords(channel)}</span> },
              { title: 'Page', cell: ({ landingPage }) => <span className="break">{landingPage ?? '–'}</span> },
            ]}
          />
        )
      }
    </Read>
  );
}
