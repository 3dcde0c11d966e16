import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList, type CursorPage } from '../../api/lists';
import { readAll } from '../../api/read-all';
import { Actor } from '../../components/actor';
import { AddressDialog } from '../../components/address-dialog';
import { downloadCsv } from '../../components/chart/chart-frame';
import { ConfirmButton } from '../../components/dialog';
import { FilterText, useFilters } from '../../components/filters';
import { Form, SelectField, TextField } from '../../components/form';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { useSettled } from '../../components/use-settled';
import { useMay } from '../../session/session';
import { ImportAddresses } from './import-addresses';
import { reasons, reasonWords } from './reasons';

type Suppression = Schemas['Suppression'];

function columnsOf(names: ReadonlyMap<string, string>): Column<Suppression>[] {
  return [
    { title: 'Address', cell: ({ email }) => <strong className="break">{email}</strong> },
    { title: 'Reason', cell: ({ reason }) => <span data-value={reason}>{reasonWords[reason]}</span> },
    {
      title: 'Origin',
      wide: true,
      cell: ({ origin }) =>
        origin === 'ses' ? 'Email provider' : <Actor id={origin} name={names.get(origin) ?? null} />,
    },
    { title: 'Since', cell: ({ createdAt }) => <Ago at={createdAt} /> },
    { title: 'Actions', cell: (suppression) => <Release of={suppression} /> },
  ];
}

/** Addresses that get no email. */
export function SuppressionsPage() {
  const typed = useFilters().values['q'] ?? '';
  const q = useSettled(typed, 300).trim();
  const mayWrite = useMay('suppressions.write');
  const filter = q === '' ? {} : { q };
  const source = useCursorList(['suppressions', filter], (page) => readMatches({ ...page, ...filter }));
  const names = useActorNames();
  const columns = useMemo(() => columnsOf(names), [names]);
  return (
    <Page
      title="Suppressions"
      intro="Addresses that get no email from this workspace, neither marketing nor transactional."
      actions={
        <>
          <ExportCsv />
          {mayWrite && (
            <AddressDialog title="Import addresses" name="import" primary={false}>
              {(close) => <ImportAddresses close={close} />}
            </AddressDialog>
          )}
          {mayWrite && <AddressDialog title="Suppress address">{(close) => <Suppress close={close} />}</AddressDialog>}
        </>
      }
    >
      <div className="filters">
        <FilterText label="Address" name="q" />
      </div>
      <List
        source={source}
        caption="Suppressions"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={q !== ''}
        empty={
          <EmptyState title="No suppressed addresses.">
            Apex adds an address when it bounces permanently or when its owner reports a message as spam. You can also
            add addresses here.
          </EmptyState>
        }
      />
    </Page>
  );
}

function ExportCsv() {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      downloadCsv('Suppressions', await unwrap(api.GET('/api/suppressions/export', { parseAs: 'text' })));
    } catch (error) {
      toast((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void download()}>
      Export CSV
    </button>
  );
}

/** Reads a page. A search that found nothing in the newest suppressions continues with older ones. */
async function readMatches(query: { limit: number; cursor?: string; q?: string }): Promise<CursorPage<Suppression>> {
  const page = await unwrap(api.GET('/api/suppressions', { params: { query } }));
  if (page.data.length > 0 || page.nextCursor === null) return page;
  return readMatches({ ...query, cursor: page.nextCursor });
}

/** The names of members, by id. */
function useActorNames(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({
    queryKey: ['members'],
    queryFn: () => readAll((query) => unwrap(api.GET('/api/members', { params: { query } }))),
  });
  return useMemo(() => new Map(data.map(({ id, name, email }) => [id, name ?? email])), [data]);
}

function Suppress({ close }: { close: () => void }) {
  const client = useQueryClient();
  const send = async (fields: FormData): Promise<void> => {
    const body = { email: String(fields.get('email')), reason: fields.get('reason') as Suppression['reason'] };
    await unwrap(api.POST('/api/suppressions', { body }));
    await client.invalidateQueries({ queryKey: ['suppressions'] });
    close();
  };
  return (
    <Form send={send} button="Suppress" done="Address suppressed.">
      <TextField label="Email" name="email" type="email" required autoFocus />
      <SelectField label="Reason" name="reason" defaultValue="manual">
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords[reason]}
          </option>
        ))}
      </SelectField>
    </Form>
  );
}

const warnings: Record<Suppression['reason'], string | null> = {
  manual: null,
  bounce:
    'This address bounced. If it still does not exist, the next message bounces again, which harms the reputation of your domain.',
  complaint:
    'The owner of this address reported a message as spam. Sending again without their request harms the reputation of your domain, and may be against the law.',
};

function Release({ of: { id, email, reason } }: { of: Suppression }) {
  const client = useQueryClient();
  const toast = useToast();
  const mayWrite = useMay('suppressions.write');
  if (!mayWrite) return null;
  const release = async (): Promise<void> => {
    await unwrap(api.DELETE('/api/suppressions/{id}', { params: { path: { id } } }));
    await client.invalidateQueries({ queryKey: ['suppressions'] });
    toast(`${email} can get email again.`);
  };
  const warning = warnings[reason];
  return (
    <ConfirmButton
      className="button text"
      label="Release"
      title={`Release ${email}?`}
      confirm="Release"
      danger={warning !== null}
      act={release}
    >
      {warning !== null && <p className="notice warn">{warning}</p>}
      <p>
        The address gets transactional email again. It gets marketing email only if the person consents to it. Messages
        that were skipped are not sent.
      </p>
    </ConfirmButton>
  );
}
