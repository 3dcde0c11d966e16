import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { FilterChoice, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { formatNumber, formatShare } from '../../format/number';
import { formatDay } from '../../format/time';
import { AddressDialog } from '../../components/address-dialog';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { EditButton, RowDialog } from '../../components/row-dialog';
import { useMay } from '../../session/session';
import { TargetForm, type TargetBody } from './target-form';

type Target = Schemas['Target'];

const statuses = ['on_track', 'at_risk', 'behind', 'completed'] as const;
const inUnit = (value: number, unit: string | null): string =>
  `${formatNumber(value)}${unit === null ? '' : ` ${unit}`}`;

const columns: readonly Column<Target>[] = [
  {
    title: 'Metric',
    cell: ({ metric, description }) => (
      <>
        <strong>{metric}</strong>
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
  { title: 'Progress', numeric: true, cell: ({ progress }) => formatShare(progress) },
  { title: 'Deadline', cell: ({ deadline }) => formatDay(deadline) },
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
      {mayWrite && <EditTarget rows={source.rows} />}
    </Page>
  );
}

const actsColumn: Column<Target> = {
  title: 'Actions',
  cell: ({ id, metric }) => (
    <>
      <EditButton id={id} name={metric} />
      <DeleteButton
        name={metric}
        list="targets"
        className="button text bad"
        act={() => unwrap(api.DELETE('/api/targets/{id}', { params: { path: { id } } }))}
      >
        <p>This deletes the target. The events it counted are kept. This cannot be undone.</p>
      </DeleteButton>
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

function EditTarget({ rows }: { rows: readonly Target[] | undefined }) {
  return (
    <RowDialog rows={rows} title={({ metric }) => metric}>
      {(target, close) => {
        const path = { params: { path: { id: target.id } } };
        return (
          <EditRecord<Target, TargetBody>
            record={target}
            noun="target"
            list="targets"
            read={() => unwrap(api.GET('/api/targets/{id}', path))}
            write={(body) => unwrap(api.PATCH('/api/targets/{id}', { ...path, body }))}
          >
            {(record, save) => (
              <TargetForm initial={record} button="Save" done="Target saved." save={(body) => save(body).then(close)} />
            )}
          </EditRecord>
        );
      }}
    </RowDialog>
  );
}
