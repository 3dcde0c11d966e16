import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { readAll } from '../../api/read-all';
import { AddressDialog } from '../../components/address-dialog';
import { FilterChoice, FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { useSettled } from '../../components/use-settled';
import { useMay } from '../../session/session';
import { ChooseColumns, useColumns } from './choose-columns';
import { emptyPerson, PersonForm } from './person-form';
import { nameOf, readPeople } from './use-people';

type Person = Schemas['EndUser'];

const who: Column<Person> = {
  title: 'Person',
  cell: (person) => (
    <>
      <RowLink to={`/people/${person.id}`}>{person.email ?? person.id}</RowLink>
      {nameOf(person) !== null && <div className="quiet small break">{nameOf(person)}</div>}
    </>
  ),
};

const consent: Column<Person> = {
  title: 'Consent',
  cell: ({ consent: { marketing } }) => (marketing ? 'Marketing' : <span className="quiet">None</span>),
};

const created: Column<Person> = { title: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> };

const attribute = (name: string): Column<Person> => ({
  title: name,
  cell({ attributes }) {
    const value = attributes[name];
    if (value === undefined || value === null) return <span className="quiet">–</span>;
    return <span className="break">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
  },
});

export function PeoplePage() {
  const { q = '', audience = '' } = useFilters().values;
  const words = useSettled(q.trim(), 200);
  const [mayWrite, mayImport] = [useMay('end_users.write'), useMay('end_users.import')];
  const filter = { ...(words !== '' && { q: words }), ...(audience !== '' && { audienceId: audience }) };
  const source = useCursorList(['people', filter], (page) => readPeople(filter, page));
  const [names, choose] = useColumns();
  const columns = useMemo(() => [who, consent, ...names.map(attribute), created], [names]);
  const audiences = useAudiences();
  return (
    <Page
      title="People"
      intro="People identified by events, forms or your servers."
      actions={
        <>
          {mayImport && (
            <a className="button" href={`/api/end-users/export?${new URLSearchParams(filter).toString()}`} download>
              Export
            </a>
          )}
          {mayImport && (
            <Link className="button" to="/people/import">
              Import
            </Link>
          )}
          {mayWrite && <NewPerson />}
        </>
      }
    >
      <div className="filters">
        <FilterText label="Search by address, name or ID" name="q" />
        <FilterChoice
          label="Audience"
          name="audience"
          none="All people"
          options={[...audiences.keys()]}
          format={(id) => audiences.get(id) ?? id}
        />
        <ChooseColumns chosen={names} onChange={choose} />
      </div>
      <List
        source={source}
        caption="People"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={Object.keys(filter).length > 0}
        empty={
          <EmptyState title="No people yet.">
            People are created by events from your server, by forms on your pages, or when you add them here.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Returns the names of all audiences by id. */
function useAudiences(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({
    queryKey: ['audiences', 'all'],
    queryFn: () => readAll((query) => unwrap(api.GET('/api/audiences', { params: { query } }))),
  });
  return new Map(data.map(({ id, name }) => [id, name]));
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
