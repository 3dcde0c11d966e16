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
import { formatConfidence, formatCount } from '../../format/number';
import { formatDaysLeft } from '../../format/verdict';
import { orDash } from './comparison';

type Experiment = Schemas['Experiment'];

const statuses = ['draft', 'running', 'paused', 'completed'] as const;

const columns: readonly Column<Experiment>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to={`/experiments/${id}`}>{name}</RowLink> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Recommendation',
    cell: ({ recommendation, daysLeft }) => (
      <>
        {recommendation === null ? '–' : <Status of={recommendation} />}
        {daysLeft !== null && daysLeft !== undefined && daysLeft > 0 && (
          <>
            {' '}
            <span className="tag">{formatDaysLeft(daysLeft)}</span>
          </>
        )}
      </>
    ),
  },
  {
    title: 'Confidence',
    wide: true,
    numeric: true,
    cell: ({ confidence, recommendation }) => orDash(recommendation === null ? null : confidence, formatConfidence),
  },
  {
    title: 'Visitors',
    wide: true,
    numeric: true,
    cell: ({ results }) => orDash(visitorsOf(results), formatCount),
  },
  { title: 'Variants', wide: true, numeric: true, cell: ({ variants }) => variants.length },
  { title: 'Page', cell: ({ targetUrl }) => <span className="break">{targetUrl ?? 'Any'}</span> },
  { title: 'Started', cell: ({ startedAt }) => <Ago at={startedAt} never="Not started" /> },
  { title: 'Ended', wide: true, cell: ({ endedAt }) => <Ago at={endedAt} never="Not ended" /> },
];

/** Null until visitors have been counted. */
function visitorsOf(results: Experiment['results']): number | null {
  const counts = Object.values(results);
  return counts.length === 0 ? null : counts.reduce((sum, { exposures }) => sum + exposures, 0);
}

export function ExperimentsPage() {
  const { status = '', name = '' } = useFilters().values;
  const source = useWholeList(['experiments'], () => unwrap(api.GET('/api/experiments')));
  const rows = source.rows?.filter(
    (one) => (status === '' || one.status === status) && one.name.toLowerCase().includes(name.trim().toLowerCase()),
  );
  return (
    <Page title="Experiments" intro="Tests of page changes, and their results." actions={<NewLink />}>
      <div className="filters">
        <FilterText label="Name" name="name" />
        <FilterChoice label="Status" name="status" options={statuses} />
      </div>
      <List
        source={{ ...source, rows }}
        caption="Experiments"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={(source.rows?.length ?? 0) > 0}
        empty={
          <EmptyState title="No experiments yet." action={<NewLink />}>
            An experiment compares a page with one or more variants and shows which one performs best.
          </EmptyState>
        }
      />
    </Page>
  );
}

const NewLink = () => (
  <Link className="button primary" to="/experiments/new">
    New experiment
  </Link>
);
