import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { ConfirmButton } from '../../components/dialog';
import { Facts, Section } from '../../components/facts';
import { Form, SelectField, TextField } from '../../components/form';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';

type Person = Schemas['EndUser'];
type Overview = Schemas['PersonOverview'];

/** Sources that Apex sets itself. A keyed call can set any other text. */
const consentSourceWords: Readonly<Record<string, string>> = {
  api: 'API',
  default: 'Default',
  public_stitch: 'Website form',
  keyed_call: 'Server call',
  unsubscribe_link: 'Unsubscribe link',
  resubscribe_link: 'Resubscribe link',
  complaint: 'Spam complaint',
  unknown: 'Unknown',
};

/** Returns a function that reads the person and everything about them again. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['people'] });
}

/** What may be sent to the person: consent with its source, and the suppression of their address. */
export function EmailCard({ person, overview }: { person: Person; overview: Overview }) {
  const { consent } = person;
  const mayWrite = useMay('end_users.write');
  return (
    <Section title="Email" act={mayWrite && <ChangeConsent person={person} />}>
      <div className="card">
        <Facts
          of={[
            ['Marketing consent', consent.marketing ? 'Given' : 'None'],
            [
              'Consent source',
              <span key="source" data-value={consent.source}>
                {consentSourceWords[consent.source] ?? consent.source}
              </span>,
            ],
            ['Since', <Ago key="since" at={consent.at} />],
          ]}
        />
        {person.email !== null && <Suppression email={person.email} of={overview.suppression} />}
      </div>
    </Section>
  );
}

function ChangeConsent({ person: { id, consent } }: { person: Person }) {
  const refresh = useRefresh();
  return (
    <AddressDialog title="Change consent" name="consent" primary={false}>
      {(close) => (
        <Form
          button="Save"
          done="Consent saved."
          send={async (fields) => {
            const body = {
              consent: { marketing: fields.get('marketing') === 'yes', source: String(fields.get('source')) },
            };
            await unwrap(api.PATCH('/api/end-users/{id}', { params: { path: { id } }, body }));
            await refresh();
            close();
          }}
        >
          <SelectField label="Marketing consent" name="marketing" defaultValue={consent.marketing ? 'yes' : 'no'}>
            <option value="yes">Given</option>
            <option value="no">None</option>
          </SelectField>
          <TextField
            label="Source"
            name="source"
            required
            maxLength={100}
            placeholder="Phone call on 12 May"
            hint="How the person gave or withdrew consent. It is kept as evidence."
          />
        </Form>
      )}
    </AddressDialog>
  );
}

const reasonWords: Readonly<Record<string, string>> = {
  manual: 'Suppressed by hand',
  bounce: 'Bounced permanently',
  complaint: 'Marked a message as spam',
};

function Suppression({ email, of: suppression }: { email: string; of: Overview['suppression'] }) {
  const refresh = useRefresh();
  const mayWrite = useMay('suppressions.write');
  if (suppression === null) {
    return (
      <div className="side-row">
        <span>This address can receive email.</span>
        {mayWrite && (
          <ConfirmButton
            label="Suppress"
            title={`Suppress ${email}?`}
            confirm="Suppress"
            act={async () => {
              await unwrap(api.POST('/api/suppressions', { body: { email } }));
              await refresh();
            }}
          >
            <p>The address gets no email from this workspace until it is released, not even transactional messages.</p>
          </ConfirmButton>
        )}
      </div>
    );
  }
  const { id, reason, createdAt } = suppression;
  return (
    <div className="side-row">
      <span>
        <span className="status bad" data-value={reason}>
          {reasonWords[reason] ?? formatWords(reason)}
        </span>
        <span className="quiet small side-value">
          <Ago at={createdAt} />
        </span>
      </span>
      {mayWrite && (
        <ConfirmButton
          label="Release"
          title={`Release ${email}?`}
          confirm="Release"
          danger={reason !== 'manual'}
          act={async () => {
            await unwrap(api.DELETE('/api/suppressions/{id}', { params: { path: { id } } }));
            await refresh();
          }}
        >
          <p>
            {reason === 'manual'
              ? 'The address can receive email again.'
              : 'The address can receive email again. Another bounce or complaint harms the reputation of your domain.'}
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

export function JourneysCard({ of: journeys }: { of: Overview['journeys'] }) {
  return (
    <Section title="Journeys now">
      <div className="card">
        {journeys.length === 0 && <p className="quiet">In no journey.</p>}
        <ul className="side-list" aria-label="Journeys now">
          {journeys.map(({ executionId, journeyId, name, version, stepId, startedAt }) => (
            <li key={executionId}>
              <RowLink to={`/journeys/${journeyId}/executions/${executionId}`}>{name}</RowLink>
              <span className="quiet small side-value">
                Version {version}, at step {stepId}, <Ago at={startedAt} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

export function ExperimentsCard({ of: experiments }: { of: Overview['experiments'] }) {
  if (experiments.length === 0) return null;
  return (
    <Section title="Experiments">
      <div className="card">
        <ul className="side-list" aria-label="Experiments">
          {experiments.map(({ experimentId, name, variantId, variant, seenAt }) => (
            <li key={experimentId}>
              <RowLink to={`/experiments/${experimentId}`}>{name}</RowLink>
              <span className="quiet small side-value">
                Variant {variant ?? variantId}, <Ago at={seenAt} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

export function VisitorsCard({ person: { id, email }, of: visitors }: { person: Person; of: Overview['visitors'] }) {
  const refresh = useRefresh();
  const mayLink = useMay('identity.write');
  return (
    <Section title="Devices" act={mayLink && <LinkVisitor personId={id} />}>
      <div className="card">
        {visitors.length === 0 && <p className="quiet">No visitor is linked.</p>}
        <ul className="side-list" aria-label="Linked visitors">
          {visitors.map(({ visitorId, strength, source, linkedAt, lastSeenAt, device }) => (
            <li key={visitorId}>
              <div className="side-row">
                <span>
                  <span className="mono break">{visitorId}</span>
                  <span className="quiet small side-value">
                    {[device === null ? null : formatWords(device), formatWords(strength), source]
                      .filter((part) => part !== null)
                      .join(' · ')}
                    <br />
                    Linked <Ago at={linkedAt} />, seen <Ago at={lastSeenAt} never="never" />
                  </span>
                </span>
                {mayLink && (
                  <ConfirmButton
                    className="button text"
                    label="Undo link"
                    title={`Undo the link to ${visitorId}?`}
                    confirm="Undo link"
                    act={async () => {
                      await unwrap(api.POST('/api/identity/undo', { body: { visitorId, leadId: id } }));
                      await refresh();
                    }}
                  >
                    <p>
                      The visitor belongs to the previous person again, or becomes anonymous. Its events leave the
                      activity of {email ?? id}.
                    </p>
                  </ConfirmButton>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function LinkVisitor({ personId: leadId }: { personId: string }) {
  const refresh = useRefresh();
  return (
    <AddressDialog title="Link a visitor" name="link" primary={false}>
      {(close) => (
        <Form
          button="Link"
          done="Visitor linked."
          send={async (fields) => {
            const visitorId = String(fields.get('visitorId')).trim();
            await unwrap(api.POST('/api/identity', { body: { visitorId, leadId, source: 'console' } }));
            await refresh();
            close();
          }}
        >
          <TextField
            label="Visitor ID"
            name="visitorId"
            required
            autoFocus
            autoComplete="off"
            hint="The ID of the browser, from an event. Its events belong to this person from now on."
          />
        </Form>
      )}
    </AddressDialog>
  );
}
