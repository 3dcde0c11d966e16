import { useQueryClient } from '@tanstack/react-query';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { attributeChanges } from '../../format/attribute-value';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { ActivityFeed } from './activity-feed';
import { AttributesCard } from './attributes-card';
import { ErasePerson } from './erase-person';
import { PersonForm, personDraft } from './person-form';
import { EmailCard, ExperimentsCard, JourneysCard, VisitorsCard } from './person-side';
import { SendEvent } from './send-event';
import { StartJourney } from './start-journey';
import { nameOf } from './use-people';

type Person = Schemas['EndUser'];

/** A person: all that happened to them, and what applies to them now. */
export function PersonPage() {
  const id = usePathParam('personId');
  const query = useRead(['people', id], () => unwrap(api.GET('/api/end-users/{id}', { params: { path: { id } } })));
  const [mayStart, mayLink] = [useMay('journeys.start'), useMay('identity.write')];
  const [mayWrite, mayErase] = [useMay('end_users.write'), useMay('end_users.erase')];
  const { data: person, error, refetch } = query;
  if (person === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={person.email ?? person.id}
      parent={{ to: '/people', title: 'People' }}
      intro={nameOf(person) ?? undefined}
      actions={
        <>
          {mayErase && <ErasePerson person={person} />}
          <a className="button" href={`/api/end-users/${id}/export`} download>
            Export
          </a>
          {mayLink && <SendEvent personId={id} />}
          {mayWrite && <EditPerson person={person} />}
          {mayStart && <StartJourney personId={id} />}
        </>
      }
    >
      <div className="person-columns">
        <div>
          <ActivityFeed personId={id} />
        </div>
        <Side person={person} />
      </div>
    </Page>
  );
}

function Side({ person }: { person: Person }) {
  const { id } = person;
  const query = useRead(['people', id, 'overview'], () =>
    unwrap(api.GET('/api/end-users/{id}/overview', { params: { path: { id } } })),
  );
  return (
    <div>
      <AttributesCard person={person} />
      <Read query={query}>
        {(overview) => (
          <>
            <EmailCard person={person} overview={overview} />
            <JourneysCard of={overview.journeys} />
            <ExperimentsCard of={overview.experiments} />
            <VisitorsCard person={person} of={overview.visitors} />
            <About person={person} externalIds={overview.externalIds} />
          </>
        )}
      </Read>
      <Visits personId={id} />
    </div>
  );
}

function About({ person, externalIds }: { person: Person; externalIds: readonly string[] }) {
  const ids = externalIds.length === 0 ? [] : ([['Your IDs', externalIds.join(', ')]] as const);
  return (
    <Section title="About">
      <div className="card">
        <Facts
          of={[
            [
              'ID',
              <span key="id" className="mono break">
                {person.id}
              </span>,
            ],
            ...ids,
            ['Timezone', person.timezone ?? 'Not set'],
            ['Locale', person.locale ?? 'Not set'],
            ['Created', <Ago key="since" at={person.createdAt} />],
            ['Updated', <Ago key="changed" at={person.updatedAt} />],
          ]}
        />
      </div>
    </Section>
  );
}

function EditPerson({ person }: { person: Person }) {
  const client = useQueryClient();
  const { id } = person;
  return (
    <AddressDialog title="Edit" name="edit" primary={false}>
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

/** The first event of each session, with its channel. */
function Visits({ personId: leadId }: { personId: string }) {
  const query = useRead(['people', leadId, 'path'], () =>
    unwrap(api.GET('/api/attribution/paths/{leadId}', { params: { path: { leadId } } })),
  );
  return (
    <Section title="Visits" note="First event of each session">
      <div className="card">
        <Read query={query}>
          {({ touches }) =>
            touches.length === 0 ? (
              <p className="quiet">No visits yet.</p>
            ) : (
              <ul className="side-list" aria-label="Visits">
                {touches.map(({ timestamp, visitorId, channel, landingPage }) => (
                  <li key={`${timestamp} ${visitorId}`}>
                    <span data-value={channel}>{formatWords(channel)}</span>
                    <span className="quiet small side-value break">
                      <Ago at={timestamp} /> {landingPage !== null && `· ${landingPage}`}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
      </div>
    </Section>
  );
}
