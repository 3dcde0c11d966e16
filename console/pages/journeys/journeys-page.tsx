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
        {draft !== null && latestVersion !== null && <span className="quiet small"> with a draft</span>}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Running now', numeric: true, cell: (journey) => <Running journey={journey} /> },
  { title: 'Entries, last 7 days', wide: true, cell: (journey) => <Entries journey={journey} /> },
  { title: 'Goal rate', numeric: true, wide: true, cell: (journey) => <GoalRate journey={journey} /> },
  { title: 'Impact', numeric: true, wide: true, cell: (journey) => <Lift journey={journey} /> },
  { title: 'Changed', wide: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

/** Pause, resume and archive; publishing is done where its changes are shown. */
const actColumn: Column<Journey> = {
  title: 'Acts',
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
      intro="Messages, waits and decisions that begin with an event and follow each person."
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
            <EmptyState title="No journey yet.">
              A journey greets people who sign up, reminds those who stopped half way, or asks for a review after a
              purchase. Begin with New journey: draw its steps, publish it, and each event starts it. Flows of another
              provider come over by Import.
            </EmptyState>
          }
        />
      </FiguresOf>
    </Page>
  );
}
