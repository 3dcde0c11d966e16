import { useQueryClient } from '@tanstack/react-query';
import { platformNames } from '../../../domain/connections/platform-names';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { ConfirmButton } from '../../components/dialog';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';
import { platformName } from '../attribution/platform-name';
import { AddressDialog } from '../../components/address-dialog';
import { Section } from '../../components/facts';
import { EditButton, RowDialog } from '../../components/row-dialog';
import { ConnectionForm } from './connection-form';
import { ImportFigures } from './import-figures';

type Connection = Schemas['Connection'];

export function ConnectionsPage() {
  const [mayWrite, mayImport] = [useMay('connections.write'), useMay('metrics.write')];
  const source = useCursorList(['connections'], (query) => unwrap(api.GET('/api/connections', { params: { query } })));
  const columns: readonly Column<Connection>[] = [
    { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
    {
      title: 'Platform',
      cell: ({ connectorType }) => <span data-value={connectorType}>{platformNames[connectorType]}</span>,
    },
    { title: 'Account', wide: true, cell: ({ accountId }) => <span className="mono">{accountId}</span> },
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      title: 'Last sync',
      cell: ({ lastSyncedAt, lastError }) => (
        <>
          <Ago at={lastSyncedAt} />
          {lastError !== null && <p className="problem break">{lastError}</p>}
        </>
      ),
    },
    ...(mayWrite ? [{ title: 'Actions', cell: (connection: Connection) => <Acts connection={connection} /> }] : []),
  ];
  return (
    <Page
      title="Connections"
      intro="Ad platform accounts. Their data syncs every night."
      actions={mayWrite && <NewConnection />}
    >
      <div className="list">
        <List
          source={source}
          caption="Connections"
          columns={columns}
          rowKey={({ id }) => id}
          empty={<NoConnections />}
        />
      </div>
      {mayWrite && <EditConnection rows={source.rows} />}
      {mayImport && (
        <Section title="Ad data import" note="For platforms without a connection, and for earlier days">
          <ImportFigures />
        </Section>
      )}
    </Page>
  );
}

/** The empty list. Names the platforms with imported data, which needs no connection. */
function NoConnections() {
  const { data: metrics } = useRead(['metrics', 'imported'], () => unwrap(api.GET('/api/metrics')));
  const imported = (metrics?.connectors ?? []).map(({ connectorType }) => platformName(connectorType));
  return (
    <EmptyState title="No connections yet.">
      Connect a Google Ads, Meta Ads or LinkedIn Ads account to see its spend next to your conversions.
      {imported.length > 0 && ` Imported figures: ${imported.join(', ')}.`}
    </EmptyState>
  );
}

function Acts({ connection: { id, name } }: { connection: Connection }) {
  const client = useQueryClient();
  const toast = useToast();
  const path = { params: { path: { id } } };
  return (
    <>
      <EditButton id={id} name={name} />
      <ConfirmButton
        label="Sync now"
        className="button text"
        title={`Sync ${name} now?`}
        confirm="Sync now"
        danger={false}
        act={async () => {
          await unwrap(api.POST('/api/connections/{id}/sync', path));
          await client.invalidateQueries({ queryKey: ['connections'] });
          toast(`Sync of ${name} started.`);
        }}
      >
        <p>This takes a few minutes. You can leave the page; the list shows the last sync.</p>
      </ConfirmButton>
      <ConfirmButton
        label="Disconnect"
        className="button text bad"
        title={`Disconnect ${name}?`}
        confirm="Disconnect"
        act={async () => {
          await unwrap(api.DELETE('/api/connections/{id}', path));
          await client.invalidateQueries({ queryKey: ['connections'] });
          toast(`${name} disconnected.`);
        }}
      >
        <p>This deletes the credentials and stops the sync.</p>
      </ConfirmButton>
    </>
  );
}

function NewConnection() {
  const client = useQueryClient();
  return (
    <AddressDialog title="New connection">
      {(close) => (
        <ConnectionForm
          button="Connect"
          done="Account connected. The first sync has started."
          save={async ({ name, baseUrl, ...given }) => {
            const body = { ...given, ...(name === '' ? {} : { name }), ...(baseUrl === null ? {} : { baseUrl }) };
            await unwrap(api.POST('/api/connections', { body: body as Schemas['CreateConnection'] }));
            await client.invalidateQueries({ queryKey: ['connections'] });
            close();
          }}
        />
      )}
    </AddressDialog>
  );
}

function EditConnection({ rows }: { rows: readonly Connection[] | undefined }) {
  const client = useQueryClient();
  return (
    <RowDialog rows={rows} title={({ name }) => name}>
      {(connection, close) => (
        <ConnectionForm
          initial={connection}
          button="Save"
          done="Connection saved."
          save={async ({ name, baseUrl, credentials }) => {
            const body = {
              name,
              ...(baseUrl === connection.baseUrl ? {} : { baseUrl }),
              ...(Object.keys(credentials).length === 0 ? {} : { credentials }),
            };
            await unwrap(api.PATCH('/api/connections/{id}', { params: { path: { id: connection.id } }, body }));
            await client.invalidateQueries({ queryKey: ['connections'] });
            close();
          }}
        />
      )}
    </RowDialog>
  );
}
