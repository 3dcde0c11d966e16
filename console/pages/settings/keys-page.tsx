import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { idPrefixes } from '../../../domain/ids';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList, useWholeList } from '../../api/lists';
import { CodeBlock } from '../../components/code-block';
import { ConfirmButton, Dialog } from '../../components/dialog';
import { Section } from '../../components/facts';
import { Form, SelectField, TextField } from '../../components/form';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { countMadeKeys } from '../../format/made-keys';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';

type ListedKey = Schemas['TransactionalKey'];

/** Whether an id is the id of a key rather than a person. */
const isKey = (id: string): boolean => id.startsWith(`${idPrefixes.apiKey}_`);

function creatorOf({ createdBy }: ListedKey): string {
  if (createdBy === null) return 'the installation';
  const { id, name, email, removed } = createdBy;
  const called = name ?? email ?? id;
  if (isKey(id)) return `the server key ${called}`;
  return removed ? `${called} (removed)` : called;
}

const common: readonly Column<ListedKey>[] = [
  {
    title: 'Name',
    cell: (key) => (
      <>
        <strong>{key.name}</strong>
        <p className="quiet small break">Created by {creatorOf(key)}</p>
      </>
    ),
  },
  {
    title: 'Key',
    cell: ({ prefix, last4 }) => (
      <span className="mono">
        {prefix}…{last4}
      </span>
    ),
  },
  { title: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  {
    title: 'Expires',
    wide: true,
    cell: ({ expiresAt }) => (
      <>
        {expiresAt !== null && Date.parse(expiresAt) < Date.now() && <Status of="expired" />} <Ago at={expiresAt} />
      </>
    ),
  },
];

const useTransactionalKeys = () =>
  useWholeList(['transactional-keys'], () => unwrap(api.GET('/api/transactional-api-keys')));

export function KeysPage() {
  const [made, setMade] = useState<{ name: string; rawKey: string } | null>(null);
  return (
    <Page title="Keys" intro="Keys for programs that call the API. A key is shown only once, when you create it.">
      <ApiKeys onMade={setMade} />
      <TransactionalKeys onMade={setMade} />
      <Dialog open={made !== null} onOpenChange={() => setMade(null)} title={`Key ${made?.name ?? ''}`}>
        <p>Copy the key and store it safely. It is not shown again.</p>
        <CodeBlock label="Key">{made?.rawKey ?? ''}</CodeBlock>
      </Dialog>
    </Page>
  );
}

type OnMade = (key: { name: string; rawKey: string }) => void;

const nameOf = (fields: FormData): string => String(fields.get('name')).trim();

const expiryDays = [30, 90, 365] as const;

/** The end of a new key; null for never. */
function expiryOf(fields: FormData): string | null {
  const days = Number(fields.get('expiryDays'));
  return days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString();
}

const ExpirySelect = () => (
  <SelectField label="Expires" name="expiryDays" defaultValue="0">
    <option value="0">Never</option>
    {expiryDays.map((days) => (
      <option key={days} value={days}>
        {days === 365 ? 'In 1 year' : `In ${days} days`}
      </option>
    ))}
  </SelectField>
);

function ApiKeys({ onMade }: { onMade: OnMade }) {
  const client = useQueryClient();
  const mayMake = useMay('keys.write');
  const source = useCursorList(['keys'], (query) => unwrap(api.GET('/api/keys', { params: { query } })));
  const { rows: transactional } = useTransactionalKeys();
  const create = async (fields: FormData): Promise<void> => {
    const kind = fields.get('kind') === 'user' ? ('user' as const) : ('server' as const);
    onMade(await unwrap(api.POST('/api/keys', { body: { name: nameOf(fields), kind, expiresAt: expiryOf(fields) } })));
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  const revoke = (id: string) => unwrap(api.DELETE('/api/keys/{id}', { params: { path: { id } } }));
  const columns: readonly Column<Schemas['Key']>[] = [
    ...common,
    { title: 'Kind', cell: ({ kind }) => <span data-value={kind}>{formatWords(kind)}</span> },
    {
      title: 'Actions',
      cell: ({ id, name, kind }) => (
        <RevokeKey name={name} revoke={() => revoke(id)}>
          {kind === 'server' && <WithServerKey made={transactional && countMadeKeys(id, transactional)} />}
        </RevokeKey>
      ),
    },
  ];
  return (
    <Section title="API keys">
      {mayMake && (
        <Form send={create} button="Create key" reset inline>
          <TextField label="Name" name="name" required maxLength={textLimits.name} />
          <ExpirySelect />
          <SelectField label="Kind" name="kind" hint="A server key acts as an admin. A user key acts as you.">
            <option value="server">Server</option>
            <option value="user">User</option>
          </SelectField>
        </Form>
      )}
      <div className="list">
        <List
          source={source}
          caption="API keys"
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No keys yet.">Create a key to call the API from a program.</EmptyState>}
        />
      </div>
    </Section>
  );
}

function TransactionalKeys({ onMade }: { onMade: OnMade }) {
  const client = useQueryClient();
  const mayMake = useMay('transactional_keys.write');
  const source = useTransactionalKeys();
  const create = async (fields: FormData): Promise<void> => {
    onMade(
      await unwrap(
        api.POST('/api/transactional-api-keys', { body: { name: nameOf(fields), expiresAt: expiryOf(fields) } }),
      ),
    );
    await client.invalidateQueries({ queryKey: ['transactional-keys'] });
  };
  const revoke = (keyId: string) =>
    unwrap(api.DELETE('/api/transactional-api-keys/{keyId}', { params: { path: { keyId } } }));
  const columns: readonly Column<ListedKey>[] = [
    ...common,
    { title: 'Actions', cell: ({ id, name }) => <RevokeKey name={name} revoke={() => revoke(id)} /> },
  ];
  return (
    <Section title="Transactional keys" note="Can only send messages">
      {mayMake && (
        <Form send={create} button="Create transactional key" reset inline>
          <TextField label="Name" name="name" required maxLength={textLimits.name} />
          <ExpirySelect />
        </Form>
      )}
      <div className="list">
        <List
          source={source}
          caption="Transactional keys"
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No keys yet.">Create one for each service that sends messages.</EmptyState>}
        />
      </div>
    </Section>
  );
}

/** Describes what is revoked with a server key. @param made the number of keys it created; undefined while loading */
function WithServerKey({ made }: { made: number | undefined }) {
  const keys = made === undefined ? 'All keys' : `${made} ${made === 1 ? 'key' : 'keys'}`;
  return (
    <p>
      {made === 0 ? 'This key created no other keys.' : `${keys} created by this key will also be revoked.`} Its open
      invitations will be withdrawn.
    </p>
  );
}

function RevokeKey({ name, revoke, children }: { name: string; revoke: () => Promise<unknown>; children?: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Revoke"
      className="button text bad"
      title={`Revoke the key ${name}?`}
      confirm="Revoke"
      act={async () => {
        await revoke();
        await Promise.all(
          ['keys', 'transactional-keys', 'members'].map((list) => client.invalidateQueries({ queryKey: [list] })),
        );
        toast(`Key ${name} revoked.`);
      }}
    >
      <p>Requests with this key will fail immediately.</p>
      {children}
      <p>You cannot undo this.</p>
    </ConfirmButton>
  );
}
