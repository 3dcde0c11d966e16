import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { FilterChoice, FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { useMay } from '../../session/session';
import './journeys.css';
import { Lifecycle } from './lifecycle';
import { NewJourney } from './new-journey';
import { Entries, FiguresOf, GoalRate, Lift, Running } from './journey-figures';

type Journey = Schemas['Journey'];

const statuses = ['draft', 'published', 'paused', 'archived'] as const;

const columns: readonly Column<Journey>[] = [
  {
    title: 'Name',
    cell: ({ id, name, draft, latestVersion }) => (
      <>
        <RowLink to={`/journeys/${id}`}>{name}</RowLink>
        {draft !== null && latestVersion !== null && <span className="quiet small"> has a draft</span>}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Running now', numeric: true, cell: (journey) => <Running journey={journey} /> },
  { title: 'Entries (7 days)', wide: true, cell: (journey) => <Entries journey={journey} /> },
  { title: 'Goal rate', numeric: true, wide: true, cell: (journey) => <GoalRate journey={journey} /> },
  { title: 'Impact', numeric: true, wide: true, cell: (journey) => <Lift journey={journey} /> },
  { title: 'Updated', wide: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

/** Pause, resume and archive. Publishing is on the page of the journey, which shows the changes. */
const actColumn: Column<Journey> = {
  title: 'Actions',
  wide: true,
  cell: (journey) => <Lifecycle journey={{ ...journey, draft: null }} className="button text" />,
};

export function JourneysPage() {
  const { values } = useFilters();
  const mayPublish = useMay('journeys.publish');
  const mayWrite = useMay('journeys.write');
  const source = useWholeList(['journeys'], () => unwrap(api.GET('/api/journeys')));
  const { status = '', name = '' } = values;
  const rows = source.rows?.filter(
    (journey) =>
      (status === '' || journey.status === status) && journey.name.toLowerCase().includes(name.trim().toLowerCase()),
  );
  return (
    <Page
      title="Journeys"
      intro="Automated messages, waits and decisions for each person."
      actions={
        mayWrite && (
          <>
            <Link to="/journeys/import" className="button">
              Import
            </Link>
            <NewJourney />
          </>
        )
      }
    >
      <div className="filters">
        <FilterText label="Name" name="name" />
        <FilterChoice label="Status" name="status" options={statuses} />
      </div>
      <FiguresOf journeys={rows ?? []}>
        <List
          source={{ ...source, rows }}
          caption="Journeys"
          columns={mayPublish ? [...columns, actColumn] : columns}
          rowKey={({ id }) => id}
          filtered={(source.rows?.length ?? 0) > 0}
          empty={
            <EmptyState title="No journeys yet.">
              A journey welcomes new users, reminds people who did not finish, or asks for a review after a purchase.
              Select New journey, add steps and publish. Each matching event then starts the journey. To move flows from
              another provider, select Import.
            </EmptyState>
          }
        />
      </FiguresOf>
    </Page>
  );
}
