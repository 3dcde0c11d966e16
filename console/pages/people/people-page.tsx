import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { AddressDialog } from '../../components/address-dialog';
import { FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { useMay } from '../../session/session';
import { emptyPerson, PersonForm } from './person-form';

type Person = Schemas['EndUser'];

const columns: readonly Column<Person>[] = [
  { title: 'Person', cell: ({ id, email }) => <RowLink to={`/people/${id}`}>{email ?? id}</RowLink> },
  { title: 'Consent', cell: ({ consent }) => (consent.marketing ? 'Marketing' : <span className="quiet">None</span>) },
  { title: 'Timezone', wide: true, cell: ({ timezone }) => timezone ?? <span className="quiet">Not set</span> },
  { title: 'Attributes', numeric: true, wide: true, cell: ({ attributes }) => Object.keys(attributes).length },
  { title: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
];

/** The API only matches complete addresses. */
const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

export function PeoplePage() {
  const { email = '' } = useFilters().values;
  const mayWrite = useMay('end_users.write');
  const filter = isAddress(email.trim()) ? { email: email.trim() } : {};
  const source = useCursorList(['people', filter], (page) =>
    unwrap(api.GET('/api/end-users', { params: { query: { ...page, ...filter } } })),
  );
  return (
    <Page
      title="People"
      intro="People identified by events, forms or your servers."
      actions={mayWrite && <NewPerson />}
    >
      <div className="filters">
        <FilterText label="Email" name="email" />
      </div>
      <List
        source={source}
        caption="People"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={'email' in filter}
        empty={
          <EmptyState title="No people yet.">
            People are created by events from your server, by forms on your pages, or when you add them here.
          </EmptyState>
        }
      />
    </Page>
  );
}

function NewPerson() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <AddressDialog title="New person">
      {() => (
        <PersonForm
          initial={emptyPerson}
          button="Create"
          done="Person created."
          save={async (body) => {
            const { id } = await unwrap(api.POST('/api/end-users', { body }));
            await client.invalidateQueries({ queryKey: ['people'] });
            await navigate({ to: `/people/${id}` });
          }}
        />
      )}
    </AddressDialog>
  );
}
