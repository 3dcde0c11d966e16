import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { FilterChoice, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { inUnit } from '../../format/number';
import { formatDeadline } from '../../format/time';
import { AddressDialog } from '../../components/address-dialog';
import { EditButton, RowDialog } from '../../components/row-dialog';
import { useMay } from '../../session/session';
import { DeleteTarget, EditTarget } from './target-acts';
import { TargetForm } from './target-form';
import { TargetProgress } from './target-progress';

type Target = Schemas['Target'];

const statuses = ['on_track', 'at_risk', 'behind', 'completed'] as const;

const columns: readonly Column<Target>[] = [
  {
    title: 'Metric',
    cell: ({ id, metric, description }) => (
      <>
        <RowLink to={`/targets/${id}`}>{metric}</RowLink>
        {description !== null && <p className="quiet small">{description}</p>}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, statusIsAuto }) => (
      <>
        <Status of={status} />
        {!statusIsAuto && <span className="quiet small"> Set manually</span>}
      </>
    ),
  },
  { title: 'Current', numeric: true, cell: ({ current, unit }) => inUnit(current, unit) },
  { title: 'Target', numeric: true, cell: ({ target, unit }) => inUnit(target, unit) },
  { title: 'Progress', cell: ({ progress }) => <TargetProgress of={progress} /> },
  { title: 'Deadline', cell: ({ deadline }) => formatDeadline(deadline) },
];

export function TargetsPage() {
  const { status = '' } = useFilters().values;
  const mayWrite = useMay('targets.write');
  const source = useWholeList(['targets'], () => unwrap(api.GET('/api/targets')));
  const rows = source.rows?.filter((target) => status === '' || target.status === status);
  return (
    <Page
      title="Targets"
      intro="Your goals with deadlines, and whether they are on track."
      actions={mayWrite && <NewTarget />}
    >
      <div className="filters">
        <FilterChoice label="Status" name="status" options={statuses} />
      </div>
      <List
        source={{ ...source, rows }}
        caption="Targets"
        columns={mayWrite ? [...columns, actsColumn] : columns}
        rowKey={({ id }) => id}
        filtered={(source.rows?.length ?? 0) > 0}
        empty={
          <EmptyState title="No targets yet.">
            A target tracks a conversion, or a value you enter, against a goal and a deadline.
          </EmptyState>
        }
      />
      {mayWrite && <EditDialog rows={source.rows} />}
    </Page>
  );
}

const actsColumn: Column<Target> = {
  title: 'Actions',
  cell: (target) => (
    <>
      <EditButton id={target.id} name={target.metric} />
      <DeleteTarget target={target} className="button text bad" />
    </>
  ),
};

function NewTarget() {
  const client = useQueryClient();
  return (
    <AddressDialog title="New target">
      {(close) => (
        <TargetForm
          button="Create"
          done="Target created."
          save={async ({ status: _computed, ...body }) => {
            await unwrap(api.POST('/api/targets', { body }));
            await client.invalidateQueries({ queryKey: ['targets'] });
            close();
          }}
        />
      )}
    </AddressDialog>
  );
}

function EditDialog({ rows }: { rows: readonly Target[] | undefined }) {
  return (
    <RowDialog rows={rows} title={({ metric }) => metric}>
      {(target, close) => <EditTarget target={target} close={close} />}
    </RowDialog>
  );
}
